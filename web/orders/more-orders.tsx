import { formatCount } from '@freehub/contract/money'
import { sentenceOf } from '../api/call-error.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import type { ReadOrders } from './orders-in-words.ts'

interface MoreOrdersProps {
  read: ReadOrders
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => unknown
  }
}

/** How many of the orders are shown, and the button that shows more. */
export function MoreOrders({ read, list }: MoreOrdersProps) {
  if (!list.hasNextPage) return null
  const busy = list.isFetchingNextPage
  const shown = formatCount(read.orders.length)
  return (
    <div className="more">
      {list.isFetchNextPageError && <ErrorNote text={sentenceOf(list.error)} />}
      <p>
        {read.total === undefined ? `${shown} shown` : `${shown} of ${formatCount(read.total)}`}
      </p>
      <button
        type="button"
        className="btn btn-outline"
        aria-busy={busy}
        onClick={() => !busy && list.fetchNextPage()}
      >
        {busy ? 'Loading more …' : 'More orders'}
      </button>
    </div>
  )
}
