import type { Part } from '@freehub/contract/parts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { sentenceOf } from '../api/call-error.ts'
import { readSoFar } from '../api/list-pages.ts'
import { paths } from '../paths.ts'
import { PageHead } from '../shell/page-head.tsx'
import { countInWords } from '../ui/count-in-words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { MoreRows } from '../ui/more-rows.tsx'
import { Notice } from '../ui/notice.tsx'
import { useConfirming } from '../ui/use-confirming.ts'
import { DeletePartDialog } from './delete-part-dialog.tsx'
import { managedPartsList } from './managed-parts-list.ts'
import { ManagedPartsTable } from './managed-parts-table.tsx'

/** Everything that is on sale, to be looked over and deleted. */
export function Component() {
  const list = useInfiniteQuery(managedPartsList)
  const read = list.data && readSoFar(list.data.pages)
  const deleting = useConfirming<Part>()
  const { asked, refusal } = deleting

  return (
    <>
      <PageHead title="Manage Products" />
      <div className="dash-head">
        <h1 ref={deleting.heading} tabIndex={-1}>
          Manage Products
        </h1>
        <p className="num second" role="status">
          {read && read.rows.length > 0 && countInWords(read, 'product', 'products')}
        </p>
      </div>
      {refusal && <Notice text={refusal} />}
      {list.error && !list.isFetchNextPageError && (
        <ErrorNote text={sentenceOf(list.error)} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <LoadingScreen />}
      {read?.rows.length === 0 && (
        <EmptyState text="No products yet">
          <Link className="btn" to={paths.addProduct}>
            Add A Product
          </Link>
        </EmptyState>
      )}
      {read && read.rows.length > 0 && (
        <ManagedPartsTable parts={read.rows} onDelete={deleting.ask} />
      )}
      {read && <MoreRows of="products" read={read} list={list} />}
      {asked && <DeletePartDialog part={asked} {...deleting.dialog} />}
    </>
  )
}
