import { formatCount } from '@freehub/contract/money'
import { sentenceOf } from '../../api/call-error.ts'
import type { ReadRows } from '../../api/list-pages.ts'
import { ErrorNote } from '../forms/error-note.tsx'

interface MoreRowsProps {
  /** What the rows are, in the plural: `orders`. */
  of: string
  read: ReadRows<unknown>
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => unknown
  }
}

/** How much of a list is shown, and the button that shows more. */
export function MoreRows({ of, read, list }: MoreRowsProps) {
  if (!list.hasNextPage) return null
  const busy = list.isFetchingNextPage
  const shown = formatCount(read.rows.length)
  return (
    <div className="more-rows">
      {list.isFetchNextPageError && <ErrorNote text={sentenceOf(list.error)} />}
      <p>
        {read.total === undefined
          ? `${shown} shown`
          : `${shown} of ${formatCount(read.total)}${read.isMore ? '+' : ''}`}
      </p>
      <button
        type="button"
        className="btn btn-outline"
        aria-busy={busy}
        onClick={() => !busy && list.fetchNextPage()}
      >
        {busy ? 'Loading more …' : `More ${of}`}
      </button>
    </div>
  )
}
