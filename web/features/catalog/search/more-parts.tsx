import type { PartFilters } from '@freehub/contract/catalog/part-filters'
import { formatCount } from '@freehub/contract/money'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { formatCappedCount } from '../../../api/capped-count.ts'
import { paths } from '../../../paths.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { isPlainClick } from '../../../ui/forms/plain-click.ts'
import type { PartsPage } from './all-parts-queries.ts'
import { RESULTS_ID } from './use-part-filters.ts'

/** Number of pages that load on scrolling until "More Parts" is pressed again. The user can then reach the footer. */
const AUTO_LOADED_PAGES = 3

interface MorePartsProps {
  list: UseInfiniteQueryResult<InfiniteData<PartsPage>>
  filters: PartFilters
}

/** Shows the number of loaded parts. Loads more near the end, or links to the next page without scripts. */
export function MoreParts({ list, filters }: MorePartsProps) {
  const end = useRef<HTMLDivElement>(null)
  const pages = list.data?.pages ?? []
  const shownCount = pages.reduce((sum, page) => sum + page.parts.length, 0)
  const next = pages.at(-1)?.next
  const [autoLoadLimit, setAutoLoadLimit] = useState(1 + AUTO_LOADED_PAGES)
  const isIdle = !list.isFetching && !list.isError && !list.isPlaceholderData
  const focusIndex = useRef<number>(undefined)

  // After "More Parts" the focus moves to the first new part, without scrolling.
  useEffect(() => {
    if (focusIndex.current === undefined || shownCount <= focusIndex.current) return
    focusPart(focusIndex.current)
    focusIndex.current = undefined
  }, [shownCount])

  useNearEnd(
    end,
    Boolean(next) && isIdle && pages.length < autoLoadLimit,
    () => void list.fetchNextPage(),
  )

  function showMore(event: MouseEvent) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    if (list.isFetchingNextPage || list.isPlaceholderData) return
    setAutoLoadLimit(pages.length + 1 + AUTO_LOADED_PAGES)
    focusIndex.current = shownCount
    void list.fetchNextPage()
  }

  return (
    <div
      className="more-rows flex flex-wrap items-center justify-between gap-3 pt-4.5 text-ink-2 text-label tabular-nums"
      ref={end}
    >
      {list.isFetchNextPageError && (
        <ErrorMessage text={formatError(list.error)} onRetry={() => void list.fetchNextPage()} />
      )}
      <p role="status">
        {filters.after ? (
          <Link to={paths.filteredParts({ ...filters, after: undefined })}>
            Back to the first page
          </Link>
        ) : (
          `1 to ${formatCount(shownCount)} of ${formatFoundCount(pages[0], shownCount)}`
        )}
      </p>
      {next && (
        <a
          className="btn btn-outline"
          href={paths.filteredParts({ ...filters, after: next })}
          onClick={showMore}
          aria-busy={list.isFetchingNextPage}
        >
          More Parts
        </a>
      )}
    </div>
  )
}

/**
 * Formats the total, or the number of loaded parts if that is higher. From `maxCount` on, returns for example `10,000+`.
 */
function formatFoundCount(first: PartsPage | undefined, shownCount: number): string {
  return first
    ? formatCappedCount(Math.max(first.total, shownCount), first.maxCount)
    : formatCount(shownCount)
}

function focusPart(index: number) {
  const card = document.querySelectorAll<HTMLElement>(`#${RESULTS_ID} .cell`)[index]
  card?.querySelector('a')?.focus({ preventScroll: true })
}

const NEAR_MARGIN = '0px 0px 900px'

/** Calls `onNear` when the element comes within 900 px below the viewport. */
function useNearEnd(element: RefObject<Element | null>, isEnabled: boolean, onNear: () => void) {
  const handleNear = useEffectEvent(onNear)
  useEffect(() => {
    if (!isEnabled || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && handleNear(),
      { rootMargin: NEAR_MARGIN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isEnabled])
}
