import { PartDescription } from './part-description.tsx'
import '../../../style/catalogue/part.css'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { sentenceOf } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { NotFoundPage } from '../../../ui/page/not-found-page.tsx'
import { BookPart } from './book-part.tsx'
import { PartCrumbs } from './part-crumbs.tsx'
import { PartDimensions } from './part-dimensions.tsx'
import { PartFigures } from './part-figures.tsx'
import { PartHead } from './part-head.tsx'
import { isPartId } from './part-id.ts'
import { PartMissing } from './part-missing.tsx'
import { PartPacks } from './part-packs.tsx'
import { onePart, partDetails } from './part-queries.ts'
import { PartRelations } from './part-relations.tsx'
import { PartSheet } from './part-sheet.tsx'
import { PartStructuredData } from './part-structured-data.tsx'
import { PartTitle } from './part-title.tsx'
import { PriceStepsTable } from './price-steps-table.tsx'

/** So long the numbers that came with the page are new enough; whoever comes back to it later sees new ones. */
const FRESH_MS = 5_000

/** One part, for everybody; an address that cannot be a part's is no page, as the server says too. */
export function Component() {
  const { id = '' } = useParams()
  return isPartId(id) ? <PartPage id={id} /> : <NotFoundPage />
}

function PartPage({ id }: { id: string }) {
  const known = onePart(id)
  const {
    data: part,
    error,
    refetch,
  } = useQuery({
    ...known,
    staleTime: ({ state }) => (state.data === null ? Number.POSITIVE_INFINITY : FRESH_MS),
  })
  const details = useQuery({ ...partDetails(id), enabled: part !== null })

  if (part === null) return <PartMissing />
  if (error && !part) {
    return (
      <div className="wrap sec">
        <ErrorNote text={sentenceOf(error)} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!part || details.isPending) return <LoadingScreen />
  return (
    <div className="wrap part-page">
      <PartHead part={part} details={details.data} />
      <PartStructuredData part={part} details={details.data} />
      <PartCrumbs details={details.data} />
      <div className="part">
        <PartSheet part={part} details={details.data} />
        <div className="part-words">
          <PartTitle name={part.name} />
          <PartDescription className="part-lead" text={part.description} />
          <PartFigures part={part} />
          <BookPart part={part} />
          <PriceStepsTable part={part} tiers={details.data?.priceTiers ?? []} />
          <PartPacks img={part.img} details={details.data} />
        </div>
        <PartDimensions details={details.data} />
      </div>
      <PartRelations id={id} />
    </div>
  )
}
