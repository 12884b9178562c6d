import type { Part } from '@freehub/contract/parts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { readSoFar } from '../api/list-pages.ts'
import { paths } from '../paths.ts'
import { PageHead } from '../shell/page-head.tsx'
import { countInWords } from '../ui/count-in-words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { PagedRows } from '../ui/paged-rows.tsx'
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
      <PagedRows of="products" read={read} list={list} empty={<NoProducts />}>
        {(parts) => <ManagedPartsTable parts={parts} onDelete={deleting.ask} />}
      </PagedRows>
      {asked && <DeletePartDialog part={asked} {...deleting.dialog} />}
    </>
  )
}

function NoProducts() {
  return (
    <EmptyState text="No products yet">
      <Link className="btn" to={paths.addProduct}>
        Add A Product
      </Link>
    </EmptyState>
  )
}
