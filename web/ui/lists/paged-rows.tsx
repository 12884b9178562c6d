import type { ReactNode } from 'react'
import { sentenceOf } from '../../api/call-error.ts'
import type { ReadRows } from '../../api/list-pages.ts'
import { ErrorNote } from '../forms/error-note.tsx'
import { LoadingScreen } from '../loading-screen.tsx'
import { MoreRows } from './more-rows.tsx'

interface PagedRowsProps<Row> {
  /** What the rows are, in the plural: `orders`. */
  of: string
  /** Nothing as long as no page is here. */
  read: ReadRows<Row> | undefined
  list: Parameters<typeof MoreRows>[0]['list'] & { isPending: boolean; refetch: () => unknown }
  /** What stands in place of the rows where there are none. */
  empty: ReactNode
  /** The rows as they are shown; called only where there are some. */
  children: (rows: Row[]) => ReactNode
}

/** A list that is read in pages: on its way, failed, empty, or its rows and the way to more of them. */
export function PagedRows<Row>({ of, read, list, empty, children }: PagedRowsProps<Row>) {
  return (
    <>
      {list.error && !list.isFetchNextPageError && (
        <ErrorNote text={sentenceOf(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <LoadingScreen />}
      {read && (read.rows.length > 0 ? children(read.rows) : empty)}
      {read && <MoreRows of={of} read={read} list={list} />}
    </>
  )
}
