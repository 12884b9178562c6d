import { PartDescription } from '../parts/part-description.tsx'
import '../style/signed-in.css'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { sentenceOf } from '../api/call-error.ts'
import { useSession } from '../identity/session.ts'
import { PartCrumbs } from '../parts/part-crumbs.tsx'
import { PartDimensions } from '../parts/part-dimensions.tsx'
import { PartMissing } from '../parts/part-missing.tsx'
import { onePart, partDetails } from '../parts/part-queries.ts'
import { PartSheet } from '../parts/part-sheet.tsx'
import { PartTitle } from '../parts/part-title.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { Notice } from '../ui/notice.tsx'
import { OrderForm } from './order-form.tsx'
import { PartNumbers } from './part-numbers.tsx'

/** One part, and the form that books it. */
export function Component() {
  const { id = '' } = useParams()
  const session = useSession()
  const { state } = useLocation()
  const { data: part, error, refetch } = useQuery(onePart(id))
  const { data: details } = useQuery(partDetails(id))

  if (part === null) return <PartMissing />
  if (error && !part) {
    return (
      <div className="wrap sec">
        <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!part || session.status !== 'signedIn') return <LoadingScreen />
  return (
    <div className="wrap">
      <PageHead title={part.name} />
      <PartCrumbs details={details} part={part} />
      <div className="part">
        <PartSheet part={part} details={details} />
        <div className="part-words">
          <PartTitle name={part.name} />
          <PartDescription className="part-lead" text={part.description} />
          <PartNumbers part={part} />
          {state?.notReordered && <Notice text={state.notReordered} />}
          <OrderForm key={part._id} part={part} user={session.user} />
        </div>
        <PartDimensions details={details} />
      </div>
    </div>
  )
}
