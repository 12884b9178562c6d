import { PartDescription } from './part-description.tsx'
import '../../../style/catalogue/part.css'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { NotFoundPage } from '../../../ui/page/not-found-page.tsx'
import { BookPart } from './book-part.tsx'
import { PartBreadcrumbs } from './part-breadcrumbs.tsx'
import { PartDimensions } from './part-dimensions.tsx'
import { PartFigures } from './part-figures.tsx'
import { PartHead } from './part-head.tsx'
import { isPartId } from './part-id.ts'
import { PartMissing } from './part-missing.tsx'
import { PartPackaging } from './part-packaging.tsx'
import { partDetailsQuery, partQuery } from './part-queries.ts'
import { PartRelations } from './part-relations.tsx'
import { PartSheet } from './part-sheet.tsx'
import { PartStructuredData } from './part-structured-data.tsx'
import { PartTitle } from './part-title.tsx'
import { PriceTiersTable } from './price-tiers-table.tsx'

/** How long the numbers rendered by the server count as fresh. */
const STALE_TIME_MS = 5_000

/** A part's public page. An address without a part id is a 404, as on the server. */
export function Component() {
  const { id = '' } = useParams()
  return isPartId(id) ? <PartPage id={id} /> : <NotFoundPage />
}

function PartPage({ id }: { id: string }) {
  const {
    data: part,
    error,
    refetch,
  } = useQuery({
    ...partQuery(id),
    staleTime: ({ state }) => (state.data === null ? Number.POSITIVE_INFINITY : STALE_TIME_MS),
  })
  const details = useQuery({ ...partDetailsQuery(id), enabled: part !== null })

  if (part === null) return <PartMissing />
  if (error && !part) {
    return (
      <div className="wrap sec">
        <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!part || details.isPending) return <LoadingScreen />
  return (
    <div className="wrap part-page">
      <PartHead part={part} details={details.data} />
      <PartStructuredData part={part} details={details.data} />
      <PartBreadcrumbs details={details.data} />
      <div className="part">
        <PartSheet part={part} details={details.data} />
        <div className="part-words">
          <PartTitle name={part.name} />
          <PartDescription className="part-lead" text={part.description} />
          <PartFigures part={part} />
          <BookPart part={part} />
          <PriceTiersTable part={part} tiers={details.data?.priceTiers ?? []} />
          <PartPackaging img={part.img} details={details.data} />
        </div>
        <PartDimensions details={details.data} />
      </div>
      <PartRelations id={id} />
    </div>
  )
}
