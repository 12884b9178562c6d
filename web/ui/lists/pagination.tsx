import { formatCount } from '@freehub/contract/money'
import { type RefObject, useEffect } from 'react'
import { Link, useLocation, useNavigationType } from 'react-router'
import { formatCappedCount, MAX_COUNT } from '../../api/capped-count.ts'
import {
  type CursorPage,
  FIRST_PAGE,
  type PageCursor,
  parsePageCursor,
} from '../../api/lists/cursor-page.ts'
import { PAGE_SIZE } from '../../api/lists/paged-list.ts'

interface PaginationProps {
  /** Plural name of the rows, such as `orders`. */
  noun: string
  page: CursorPage<unknown>
  /** Returns the query string for another page of the list. */
  to: (cursor: PageCursor) => string
}

/** Navigation state of a page. `firstRow`: the position of its first row, from 1. Undefined if it is unknown. */
interface PageState {
  /** For `useFocusOnPageChange`. */
  pageChanged?: true
  firstRow?: number | undefined
}

export const PAGINATION_ID = 'pages'

/** Links to the first, previous, next and last page, and the position. Renders nothing for a single page. */
export function Pagination({ noun, page, to }: PaginationProps) {
  const { next, previous, rows, total } = page
  const firstRow = findFirstRow(page, useLocation().state)
  if (!next && !previous) return null
  const links: [name: string, cursor: PageCursor | undefined, firstRow?: number][] = [
    ['First', previous ? FIRST_PAGE : undefined],
    [
      'Previous',
      previous ? parsePageCursor(previous) : undefined,
      firstRow && Math.max(1, firstRow - PAGE_SIZE),
    ],
    ['Next', next ? parsePageCursor(next) : undefined, firstRow && firstRow + rows.length],
    ['Last', next ? { ...FIRST_PAGE, last: 'true' } : undefined],
  ]
  return (
    <nav
      id={PAGINATION_ID}
      className="flex flex-wrap items-center gap-2 mt-5 print:hidden"
      aria-label={`Pages of ${noun}`}
    >
      {links.map(([name, cursor, firstRow]) =>
        cursor ? (
          <Link
            key={name}
            className="btn btn-outline btn-sm"
            to={to(cursor)}
            state={{ pageChanged: true, firstRow } satisfies PageState}
            aria-label={`${name} page`}
          >
            {name}
          </Link>
        ) : (
          <span key={name} className="btn btn-sm btn-disabled" aria-hidden="true">
            {name}
          </span>
        ),
      )}
      {firstRow && rows.length > 0 && (
        <p className="num secondary sm:ml-2">
          {formatCount(firstRow)}
          {rows.length > 1 && `–${formatCount(firstRow + rows.length - 1)}`} of{' '}
          {formatCappedCount(total)}
        </p>
      )}
    </nav>
  )
}

/** Returns the position of the first row. A page in the middle knows it from the link that led to the page. */
function findFirstRow(
  { next, previous, rows, total }: CursorPage<unknown>,
  state: PageState | null,
): number | undefined {
  if (!previous) return 1
  if (!next && total < MAX_COUNT) return total - rows.length + 1
  return state?.firstRow
}

/** Focuses the heading after a `Pagination` link, because the new page may lack that link. */
export function useFocusOnPageChange(heading: RefObject<HTMLElement | null>): void {
  const { key, state } = useLocation()
  const type = useNavigationType()

  // Each visit has its own key, even if the page was visited before.
  useEffect(() => {
    if (type === 'PUSH' && state?.pageChanged) heading.current?.focus({ preventScroll: true })
  }, [key, state, type, heading])
}
