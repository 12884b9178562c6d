import { Link } from 'react-router'
import { FIRST_PAGE, type Turn, turnNamed } from '../../api/turn.ts'

interface PageTurnsProps {
  /** What the rows are, in the plural: `orders`. */
  of: string
  /** The calls that give the pages around this one. */
  page: { next: string | undefined; previous: string | undefined }
  /** The address's query for another page of the same list. */
  to: (turn: Turn) => string
}

/** A way to another page says so, and the heading takes the focus that its link may lose. */
const turnedPage = { turnedPage: true } as const

/** The ways to the pages around this one; nothing where there is but one. */
export function PageTurns({ of, page: { next, previous }, to }: PageTurnsProps) {
  if (!next && !previous) return null
  const ways: [name: string, turn: Turn | undefined][] = [
    ['First', previous ? FIRST_PAGE : undefined],
    ['Previous', previous ? turnNamed(previous) : undefined],
    ['Next', next ? turnNamed(next) : undefined],
    ['Last', next ? { ...FIRST_PAGE, last: 'true' } : undefined],
  ]
  return (
    <nav className="page-turns" aria-label={`Pages of ${of}`}>
      {ways.map(([name, turn]) =>
        turn ? (
          <Link
            key={name}
            className="btn btn-outline btn-sm"
            to={to(turn)}
            state={turnedPage}
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
