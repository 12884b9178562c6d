import '../../../style/catalogue/stock.css'
import type { Part } from '@freehub/contract/catalog/parts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useCallback } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../../../api/call.ts'
import { flattenPages, formatRowCount } from '../../../api/list-pages.ts'
import { paths } from '../../../paths.ts'
import { ActionDialog, type DialogCallbacks } from '../../../ui/dialogs/action-dialog.tsx'
import type { Action } from '../../../ui/dialogs/use-action.ts'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { ExportButton } from '../../../ui/lists/export-button.tsx'
import { NoMatches } from '../../../ui/lists/list-screen.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { DashboardHead } from '../../../ui/page/dashboard-head.tsx'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'
import { refetchParts } from '../refetch-parts.ts'
import { exactSearch, managedPartsQuery, removeCachedPart } from './managed-parts-queries.ts'
import { ManagedPartsTable } from './managed-parts-table.tsx'

/** Lists the products on sale, to search, edit and delete them. */
export default function ManageProductsPage() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search')?.trim() ?? ''
  const setSearch = useCallback(
    (text: string) =>
      setParams(text === '' ? {} : { search: text }, { replace: true, state: preventScrollReset }),
    [setParams],
  )
  const list = useInfiniteQuery(managedPartsQuery(search))
  const loaded = list.data && flattenPages(list.data.pages)
  const deletion = useConfirmation<Part>()
  const { item, refusal } = deletion

  return (
    <>
      <DashboardHead title="Manage Products" heading={deletion.heading}>
        <p className="num second" role="status">
          {loaded &&
            loaded.rows.length > 0 &&
            !list.isPlaceholderData &&
            formatRowCount(loaded, 'product', 'products')}
        </p>
      </DashboardHead>
      <div className="tools tools-products">
        <SearchField
          label="Search products"
          placeholder="Name or SKU"
          search={search}
          onSearch={setSearch}
        />
        <BulkActions search={search} />
      </div>
      {refusal && <Notice text={refusal} />}
      <PagedRows
        noun="products"
        loaded={loaded}
        list={list}
        empty={<NoProducts search={search} suggestion={list.data?.pages[0]?.searchedFor} />}
      >
        {(parts) => (
          <ManagedPartsTable
            parts={parts}
            isStale={list.isPlaceholderData}
            onDelete={deletion.open}
          />
        )}
      </PagedRows>
      {item && <DeletePartDialog part={item} {...deletion.dialog} />}
    </>
  )
}

function BulkActions({ search }: { search: string }) {
  const query = search ? `?${new URLSearchParams(exactSearch(search))}` : ''
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

function NoProducts({ search, suggestion }: { search: string; suggestion: string | undefined }) {
  if (search)
    return (
      <NoMatches text={`No products match “${search}”.`} showAllLabel="All products">
        {suggestion && (
          <Link className="btn" to={`?${new URLSearchParams({ search: suggestion })}`}>
            Search for “{suggestion}”
          </Link>
        )}
      </NoMatches>
    )
  return (
    <EmptyState text="No products yet">
      <Link className="btn" to={paths.addProduct}>
        Add A Product
      </Link>
    </EmptyState>
  )
}

function DeletePartDialog({ part, ...callbacks }: DialogCallbacks & { part: Part }) {
  return (
    <ActionDialog
      action={deletePart(part)}
      title="Are you sure to Delete.?"
      text="Once you delete the product, it can't be undone."
      subject={part.name}
      confirmLabel="Delete"
      {...callbacks}
    />
  )
}

const deletePart = ({ _id }: Part): Action<{ deletedCount: number }> => ({
  send: () => call('DELETE', `/part/${encodeURIComponent(_id)}`),
  getRefusal: ({ deletedCount }) => deletedCount === 0 && 'This product was already deleted.',
  toast: 'Deleted Successfully',
  failure: 'The product was not deleted.',
  updateCache: (client) => removeCachedPart(client, _id),
  refetch: refetchParts,
})
