import { useQuery } from '@tanstack/react-query'
import { formatError } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { PartFits } from './part-fits.tsx'
import { partRelationsQuery } from './part-queries.ts'
import { SimilarParts } from './similar-parts.tsx'

export function PartRelations({ id }: { id: string }) {
  const { data: relations, error, refetch } = useQuery(partRelationsQuery(id))
  if (error && !relations) {
    return (
      <div className="part-more">
        <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />
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
