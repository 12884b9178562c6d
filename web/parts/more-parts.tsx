import { formatCount } from '@freehub/contract/money'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { sentenceOf } from '../api/call-error.ts'
import { paths } from '../paths.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import type { PartsPage } from './parts-queries.ts'

interface MorePartsProps {
  list: UseInfiniteQueryResult<InfiniteData<PartsPage>>
  start: string | null
}

/**
 * How far the list is shown, and the way on. The link leads to the next page where there are no
 * scripts; where there are, what follows is added to the sheet.
 */
export function MoreParts({ list, start }: MorePartsProps) {
  const pages = list.data?.pages ?? []
  const shown = pages.reduce((sum, page) => sum + page.parts.length, 0)
  const next = pages.at(-1)?.next

  function showMore(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!list.isFetchingNextPage) void list.fetchNextPage()
  }

  return (
    <div className="more-rows">
      {list.isFetchNextPageError && (
        <ErrorNote text={sentenceOf(list.error)} onRetry={() => void list.fetchNextPage()} />
      )}
      <p role="status">
        {start ? (
          <Link to={paths.allParts}>From the first part</Link>
        ) : (
          `1 to ${formatCount(shown)} of ${formatCount(pages[0]?.total ?? shown)}`
        )}
      </p>
      {next && (
        <a
          className="btn btn-outline"
          href={paths.partsWanted({ after: next })}
          onClick={showMore}
          aria-busy={list.isFetchingNextPage}
        >
          More parts
        </a>
      )}
    </div>
  )
}
