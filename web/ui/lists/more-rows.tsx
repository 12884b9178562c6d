import { formatCount } from '@freehub/contract/money'
import { formatError } from '../../api/call-error.ts'
import type { LoadedRows } from '../../api/list-pages.ts'
import { ErrorNote } from '../forms/error-note.tsx'

interface MoreRowsProps {
  /** Plural name of the rows, such as `orders`. */
  noun: string
  loaded: LoadedRows<unknown>
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => unknown
  }
}

/** The number of rows shown, and a button that loads more. */
export function MoreRows({ noun, loaded, list }: MoreRowsProps) {
  if (!list.hasNextPage) return null
  const isLoading = list.isFetchingNextPage
  const shown = formatCount(loaded.rows.length)
  return (
    <div className="more-rows">
      {list.isFetchNextPageError && <ErrorNote text={formatError(list.error)} />}
      <p>
        {loaded.total === undefined
          ? `${shown} shown`
          : `${shown} of ${formatCount(loaded.total)}${loaded.isTotalCapped ? '+' : ''}`}
      </p>
      <button
        type="button"
        className="btn btn-outline"
        aria-busy={isLoading}
        onClick={() => !isLoading && list.fetchNextPage()}
      >
        {isLoading ? 'Loading more …' : `More ${noun}`}
      </button>
    </div>
  )
}
