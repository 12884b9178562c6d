import { PartDescription } from '../../catalog/part/part-description.tsx'
import '../../../style/people/signed-in.css'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { PartBreadcrumbs } from '../../catalog/part/part-breadcrumbs.tsx'
import { PartDimensions } from '../../catalog/part/part-dimensions.tsx'
import { PartMissing } from '../../catalog/part/part-missing.tsx'
import { partDetailsQuery, partQuery } from '../../catalog/part/part-queries.ts'
import { PartSheet } from '../../catalog/part/part-sheet.tsx'
import { PartTitle } from '../../catalog/part/part-title.tsx'
import { useSession } from '../../identity/session.ts'
import { PartPurchaseData } from '../order/part-purchase-data.tsx'
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
