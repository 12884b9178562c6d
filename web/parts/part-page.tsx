import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { sentenceOf } from '../api/call-error.ts'
import { isMissing } from '../api/missing.ts'
import { PageHead } from '../shell/page-head.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { PartMissing } from './part-missing.tsx'
import { onePart } from './part-queries.ts'
import { PartTitle } from './part-title.tsx'

/** One part, for everybody. */
export function Component() {
  const { id = '' } = useParams()
  const { data: part, error, refetch } = useQuery(onePart(id))

  if (isMissing(error)) return <PartMissing />
  if (error && !part) {
    return (
      <div className="wrap sec">
        <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!part) return <LoadingScreen />
  return (
    <div className="wrap">
      <PageHead title={part.name} description={part.description} />
      <PartTitle name={part.name} />
      <p className="purchase-lead">{part.description}</p>
    </div>
  )
}
