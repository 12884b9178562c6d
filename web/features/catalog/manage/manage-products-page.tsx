import '../../../style/catalogue/stock.css'
import type { Part } from '@freehub/contract/catalog/parts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { Link } from 'react-router'
import { readSoFar } from '../../../api/list-pages.ts'
import { paths } from '../../../paths.ts'
import { useConfirming } from '../../../ui/dialogs/use-confirming.ts'
import { countInWords } from '../../../ui/forms/count-in-words.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { ExportButton } from '../../../ui/lists/export-button.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { keepScroll } from '../../../ui/page/kept-scroll.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { useSearched } from '../search/use-searched.ts'
import { DeletePartDialog } from './delete-part-dialog.tsx'
import { managedPartsList } from './managed-parts-list.ts'
import { ManagedPartsTable } from './managed-parts-table.tsx'

/** Everything that is on sale, to be found, its numbers changed where they stand, and deleted. */
export function Component() {
  const { searched, search } = useSearched()
  const list = useInfiniteQuery(managedPartsList(searched))
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
          {read &&
            read.rows.length > 0 &&
            !list.isPlaceholderData &&
            countInWords(read, 'product', 'products')}
        </p>
      </div>
      <div className="tools tools-products">
        <SearchField
          label="Search products"
          placeholder="Name or SKU"
          searched={searched}
          onSearch={search}
        />
        <ManyProducts searched={searched} />
      </div>
      {refusal && <Notice text={refusal} />}
      <PagedRows of="products" read={read} list={list} empty={<NoProducts searched={searched} />}>
        {(parts) => (
          <ManagedPartsTable parts={parts} stale={list.isPlaceholderData} onDelete={deleting.ask} />
        )}
      </PagedRows>
      {asked && <DeletePartDialog part={asked} {...deleting.dialog} />}
    </>
  )
}

/** Many at once, as a file: those that are found, or from one. */
function ManyProducts({ searched }: { searched: string }) {
  const query = searched ? `?${new URLSearchParams({ search: searched })}` : ''
  return (
    <div className="act">
      <ExportButton path={`/api/parts/export.csv${query}`}>Export CSV</ExportButton>
      <Link className="btn btn-outline btn-sm" to={paths.importProducts}>
        <FileUp aria-hidden="true" />
        Import CSV
      </Link>
    </div>
  )
}

function NoProducts({ searched }: { searched: string }) {
  if (searched) {
    return (
      <EmptyState text={`No products match “${searched}”.`}>
        <Link className="btn btn-outline" to="?" state={keepScroll}>
          All products
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState text="No products yet">
      <Link className="btn" to={paths.addProduct}>
        Add A Product
      </Link>
    </EmptyState>
  )
}
