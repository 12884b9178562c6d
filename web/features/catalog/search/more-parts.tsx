import type { PartsWanted } from '@freehub/contract/catalog/parts-wanted'
import { formatCount } from '@freehub/contract/money'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { sentenceOf } from '../../../api/call-error.ts'
import { countedInShort } from '../../../api/counted.ts'
import { paths } from '../../../paths.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { isPlainPress } from '../../../ui/forms/plain-press.ts'
import type { PartsPage } from './all-parts-queries.ts'
import { PARTS_FOUND } from './finder-ids.ts'
import { useNearEnd } from './use-near-end.ts'

/** So many pages come by themselves; then the foot of the page may be reached, and more is a press away. */
const PAGES_BY_THEMSELVES = 3

interface MorePartsProps {
  list: UseInfiniteQueryResult<InfiniteData<PartsPage>>
  wanted: PartsWanted
}

/**
 * How far the list is shown, and the way on. More comes as one scrolls near the end. The link leads to the
 * next page where there are no scripts; where there are, what follows is added to the sheet.
 */
export function MoreParts({ list, wanted }: MorePartsProps) {
  const end = useRef<HTMLDivElement>(null)
  const pages = list.data?.pages ?? []
  const shown = pages.reduce((sum, page) => sum + page.parts.length, 0)
  const next = pages.at(-1)?.next
  const [upTo, setUpTo] = useState(1 + PAGES_BY_THEMSELVES)
  const idle = !list.isFetching && !list.isError && !list.isPlaceholderData
  const goesOnAt = useRef<number>(undefined)

  // Whoever asked for more goes on with the first of them, without a jump of the page.
  useEffect(() => {
    if (goesOnAt.current === undefined || shown <= goesOnAt.current) return
    focusPart(goesOnAt.current)
    goesOnAt.current = undefined
  }, [shown])

  useNearEnd(end, Boolean(next) && idle && pages.length < upTo, () => void list.fetchNextPage())

  function showMore(event: MouseEvent) {
    if (!isPlainPress(event)) return
    event.preventDefault()
    if (list.isFetchingNextPage || list.isPlaceholderData) return
    setUpTo(pages.length + 1 + PAGES_BY_THEMSELVES)
    goesOnAt.current = shown
    void list.fetchNextPage()
  }

  return (
    <div className="more-rows" ref={end}>
      {list.isFetchNextPageError && (
        <ErrorNote text={sentenceOf(list.error)} onRetry={() => void list.fetchNextPage()} />
      )}
      <p role="status">
        {wanted.after ? (
          <Link to={paths.partsWanted({ ...wanted, after: undefined })}>From the first part</Link>
        ) : (
          `1 to ${formatCount(shown)} of ${totalInShort(pages[0], shown)}`
        )}
      </p>
      {next && (
        <a
          className="btn btn-outline"
          href={paths.partsWanted({ ...wanted, after: next })}
          onClick={showMore}
          aria-busy={list.isFetchingNextPage}
        >
          More parts
        </a>
      )}
    </div>
  )
}

/** Whoever has seen more than are counted has been told what there is. */
function totalInShort(first: PartsPage | undefined, shown: number): string {
  return first
    ? countedInShort(Math.max(first.total, shown), first.countedUpTo)
    : formatCount(shown)
}

function focusPart(place: number) {
  const cell = document.querySelectorAll<HTMLElement>(`#${PARTS_FOUND} .cell`)[place]
  cell?.querySelector('a')?.focus({ preventScroll: true })
}
