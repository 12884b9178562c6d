import { type RefObject, useEffect } from 'react'
import { Link, useLocation, useNavigationType } from 'react-router'
import { FIRST_PAGE, type PageCursor, parsePageCursor } from '../../api/cursor-page.ts'

interface PaginationProps {
  /** Plural name of the rows, such as `orders`. */
  noun: string
  /** URLs of the adjacent pages. */
  page: { next: string | undefined; previous: string | undefined }
  /** Returns the query string for another page of the list. */
  to: (cursor: PageCursor) => string
}

/** Navigation state for `useFocusOnPageChange`. */
const pageChanged = { pageChanged: true } as const

/** Links to the first, previous, next and last page. Renders nothing for a single page. */
export function Pagination({ noun, page: { next, previous }, to }: PaginationProps) {
  if (!next && !previous) return null
  const links: [name: string, cursor: PageCursor | undefined][] = [
    ['First', previous ? FIRST_PAGE : undefined],
    ['Previous', previous ? parsePageCursor(previous) : undefined],
    ['Next', next ? parsePageCursor(next) : undefined],
    ['Last', next ? { ...FIRST_PAGE, last: 'true' } : undefined],
  ]
  return (
    <nav className="flex flex-wrap gap-2 mt-5" aria-label={`Pages of ${noun}`}>
      {links.map(([name, cursor]) =>
        cursor ? (
          <Link
            key={name}
            className="btn btn-outline btn-sm"
            to={to(cursor)}
            state={pageChanged}
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
    </nav>
  )
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
