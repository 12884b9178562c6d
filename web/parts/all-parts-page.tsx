import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { sentenceOf } from '../api/call-error.ts'
import { PageHead } from '../shell/page-head.tsx'
import { counted } from '../ui/counted.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { MoreParts } from './more-parts.tsx'
import { pageStart } from './page-start.ts'
import { PartCells } from './part-cells.tsx'
import { allPartsQuery } from './parts-queries.ts'

/** The catalogue: search, filters, and the parts that are left, page after page. */
export function Component() {
  const [search] = useSearchParams()
  const start = pageStart(search)
  const list = useInfiniteQuery(allPartsQuery(start))
  const pages = list.data?.pages ?? []
  const total = pages[0]?.total

  return (
    <div className="wrap pb-24">
      <PageHead
        title="Bicycle Parts"
        description="All bicycle spare parts of Freehub with their drawings, stock, minimum order and price per unit."
      />
      <div className="phead">
        <h1>Bicycle Parts</h1>
        {total ? <p className="second num">{counted(total, 'part', 'parts')}</p> : null}
      </div>
      {list.isPending && <LoadingScreen />}
      {list.isLoadingError && (
        <ErrorNote text={sentenceOf(list.error)} onRetry={() => void list.refetch()} />
      )}
      {total === 0 && <EmptyState text="There are no parts in the catalogue yet." />}
      {total ? (
        <>
          <PartCells heading="h2" parts={pages.flatMap((page) => page.parts)} />
          <MoreParts list={list} start={start} />
        </>
      ) : null}
    </div>
  )
}
