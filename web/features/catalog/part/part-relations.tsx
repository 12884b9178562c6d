import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { PartFits } from './part-fits.tsx'
import { partRelations } from './part-queries.ts'
import { SimilarParts } from './similar-parts.tsx'

/** What the part goes together with, and what is like it. */
export function PartRelations({ id }: { id: string }) {
  const { data: relations, error, refetch } = useQuery(partRelations(id))
  if (error && !relations) {
    return (
      <div className="part-more">
        <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!relations) return <LoadingScreen />
  return (
    <>
      <PartFits fits={relations.fits} />
      <SimilarParts parts={relations.similar} />
    </>
  )
}
