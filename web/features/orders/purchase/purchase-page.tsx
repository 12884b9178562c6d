import '../../../style/people/signed-in.css'
import { formatDollars, formatTaka, pluralize } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useSettings } from '../../../page-settings.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { PageMetadata } from '../../../ui/page/page-metadata.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { PartIcon } from '../../../ui/part-picture.tsx'
import { QueryError } from '../../../ui/query-state.tsx'
import { PartBreadcrumbs } from '../../catalog/part/part-breadcrumbs.tsx'
import { PartDimensions } from '../../catalog/part/part-dimensions.tsx'
import { PartDrawingSheet } from '../../catalog/part/part-drawing-sheet.tsx'
import { PartNotFound } from '../../catalog/part/part-messages.tsx'
import { partDetailsQuery, partQuery } from '../../catalog/part/part-queries.ts'
import { PartDescription } from '../../catalog/part-grid.tsx'
import { useSession } from '../../identity/session.ts'
import { OrderForm } from './order-form.tsx'

export default function PurchasePage() {
  const { id = '' } = useParams()
  const session = useSession()
  const { localCurrencyRate } = useSettings()
  const query = useQuery(partQuery(id))
  const { data: part } = query
  const details = useQuery({ ...partDetailsQuery(id), enabled: part !== null, staleTime: 0 })

  if (part === null) return <PartNotFound />
  const failedQuery = [query, details].find(({ data, error }) => error && !data)
  if (failedQuery) {
    return (
      <div className="wrap sec">
        <QueryError query={failedQuery} />
      </div>
    )
  }
  if (!part || !details.data || session.status !== 'signedIn') return <LoadingScreen />
  const { orderMultiple } = details.data
  return (
    <div className="wrap purchase">
      <PageMetadata title={part.name} />
      <PartBreadcrumbs details={details.data} part={part} />
      <div className="part">
        <div className="purchase-head flex items-center gap-3">
          <PartIcon img={part.img} className="w-12 h-12 object-contain lg:hidden" />
          <h1>
            <PartName name={part.name} />
          </h1>
        </div>
        <div className="purchase-order @container min-w-0">
          <DescriptionList
            rows={[
              ['Available stock', pluralize(part.availableQuantity, 'piece', 'pieces')],
              ['Minimum order quantity', pluralize(part.minimumOrder, 'piece', 'pieces')],
              [
                'Sold in multiples of',
                orderMultiple && pluralize(orderMultiple, 'piece', 'pieces'),
              ],
              [
                'Price per unit',
                <>
                  {formatTaka(part.price, localCurrencyRate)}{' '}
                  <small>({formatDollars(part.price)})</small>
                </>,
              ],
            ]}
          />
          <OrderForm key={part._id} part={part} details={details.data} user={session.user} />
        </div>
        <div className="purchase-part grid grid-cols-1 gap-6 lg:[grid-area:2/1]">
          <PartDrawingSheet part={part} details={details.data} />
          <PartDescription className="part-lead m-0" text={part.description} />
          <PartDimensions details={details.data} />
        </div>
      </div>
    </div>
  )
}
