import { PartDescription } from '../../catalog/part-grid.tsx'
import '../../../style/people/signed-in.css'
import type { Part } from '@freehub/contract/catalog/parts'
import { formatDollars, formatTaka } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { pluralize } from '../../../api/format-count.ts'
import { useSettings } from '../../../settings.ts'
import { ErrorNote, Notice } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { partDetailsQuery, partQuery } from '../../catalog/part/part-queries.ts'
import { PartBreadcrumbs, PartDimensions, PartMissing } from '../../catalog/part/part-sections.tsx'
import { PartSheet } from '../../catalog/part/part-sheet.tsx'
import { PartTitle } from '../../catalog/part/part-title.tsx'
import { useSession } from '../../identity/session.ts'
import { OrderForm } from './order-form.tsx'

/** A part and the form to order it. */
export function Component() {
  const { id = '' } = useParams()
  const session = useSession()
  const { state } = useLocation()
  const { data: part, error, refetch } = useQuery(partQuery(id))
  const { data: details } = useQuery(partDetailsQuery(id))

  if (part === null) return <PartMissing />
  if (error && !part) {
    return (
      <div className="wrap sec">
        <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!part || session.status !== 'signedIn') return <LoadingScreen />
  return (
    <div className="wrap">
      <PageHead title={part.name} />
      <PartBreadcrumbs details={details} part={part} />
      <div className="part">
        <PartSheet part={part} details={details} />
        <div className="part-words">
          <PartTitle name={part.name} />
          <PartDescription className="part-lead" text={part.description} />
          <PartPurchaseData part={part} />
          {state?.notReordered && <Notice text={state.notReordered} />}
          <OrderForm key={part._id} part={part} user={session.user} />
        </div>
        <PartDimensions details={details} />
      </div>
    </div>
  )
}

/** Available stock, minimum order and unit price of a part. */
export function PartPurchaseData({ part }: { part: Part }) {
  const { localCurrencyRate } = useSettings()
  return (
    <dl className="data">
      <div>
        <dt>Available stock</dt>
        <dd>{pluralize(part.availableQuantity, 'piece', 'pieces')}</dd>
      </div>
      <div>
        <dt>Minimum order quantity</dt>
        <dd>{pluralize(part.minimumOrder, 'piece', 'pieces')}</dd>
      </div>
      <div>
        <dt>Price per unit</dt>
        <dd>
          {formatTaka(part.price, localCurrencyRate)} <small>({formatDollars(part.price)})</small>
        </dd>
      </div>
    </dl>
  )
}
