import { formatCount } from '@freehub/contract/money'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatError } from '../../api/call-error.ts'
import type { LoadedRows } from '../../api/lists/paged-list.ts'
import { Button } from '../button.tsx'
import { ErrorMessage } from '../forms/error-message.tsx'
import { LoadingScreen } from '../loading-screen.tsx'
import { QueryError } from '../query-state.tsx'
import { toTitleCase } from '../to-title-case.ts'
import { RestorePosition } from './restore-position.tsx'

interface PagedRowsProps<Row> {
  /** Plural name of the rows, such as `orders`. */
  noun: string
  /** The loaded rows. Undefined until the first page has loaded. */
  loaded: LoadedRows<Row> | undefined
  list: UseInfiniteQueryResult<unknown>
  empty: ReactNode
  /** Renders the rows. Not called for an empty list. */
  children: (rows: Row[]) => ReactNode
}

/** A paginated list in one of its states: loading, failed, empty, or rows with a button that loads more. */
export function PagedRows<Row>({ noun, loaded, list, empty, children }: PagedRowsProps<Row>) {
  // The rows of other filters do not tell whether these filters have rows.
  const emptyState = list.isPlaceholderData ? <LoadingScreen /> : empty
  return (
    <>
      <RestoreListPosition list={list} />
      {!list.isFetchNextPageError && <QueryError query={list} />}
      {list.isPending && <LoadingScreen />}
      {loaded && (loaded.rows.length > 0 ? children(loaded.rows) : emptyState)}
      {loaded && <MoreRows noun={noun} loaded={loaded} list={list} />}
    </>
  )
}

/** Restores the position in a paginated list: loads as many pages as before, then scrolls. Renders nothing. */
export function RestoreListPosition({ list }: { list: UseInfiniteQueryResult<unknown> }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const canLoad = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  return (
    <RestorePosition
      pages={list.isPlaceholderData ? 0 : countPages(list.data)}
      loadMore={canLoad ? fetchNextPage : undefined}
      isLoading={isFetchingNextPage}
    />
  )
}

const countPages = (data: unknown) => (data as { pages: unknown[] } | undefined)?.pages.length ?? 0

type MoreRowsProps = Pick<PagedRowsProps<unknown>, 'noun' | 'list'> & {
  loaded: LoadedRows<unknown>
}

/**
 * Shows the number of loaded rows, and a button that loads more. If the user has not moved the focus meanwhile, moves it to
 * the first new row.
 */
function MoreRows({ noun, loaded, list }: MoreRowsProps) {
  const element = useRef<HTMLDivElement>(null)
  const lastRow = useRef<Element>(null)

  // The last page removes the focused button.
  useEffect(() => {
    const newRow = lastRow.current?.nextElementSibling
    if (!(newRow instanceof HTMLElement)) return
    lastRow.current = null
    const { activeElement } = document
    if (activeElement !== document.body && !element.current?.contains(activeElement)) return
    newRow.tabIndex = -1
    newRow.focus({ preventScroll: true })
  })

  if (!list.hasNextPage && countPages(list.data) < 2) return null
  const isLoading = list.isFetchingNextPage
  const shown = formatCount(loaded.rows.length)

  function showMore() {
    if (isLoading) return
    const table = element.current?.previousElementSibling
    lastRow.current = table?.querySelector('tbody')?.lastElementChild ?? null
    void list.fetchNextPage().then(({ isFetchNextPageError }) => {
      if (isFetchNextPageError) lastRow.current = null
    })
  }

  return (
    <div
      ref={element}
      className="more-rows flex flex-wrap items-center justify-between gap-3 pt-4.5 text-ink-2 text-label tabular-nums"
    >
      {list.isFetchNextPageError && <ErrorMessage text={formatError(list.error)} />}
      <p role="status">
        {loaded.total === undefined
          ? `${shown} shown`
          : `${shown} of ${formatCount(loaded.total)}${loaded.isTotalCapped ? '+' : ''}`}
      </p>
      {list.hasNextPage && (
        <Button aria-busy={isLoading} onClick={showMore}>
          {isLoading ? 'Loading more …' : `More ${toTitleCase(noun)}`}
        </Button>
      )}
    </div>
  )
}
