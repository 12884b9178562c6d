import { pluralize } from '@freehub/contract/money'
import '../../../style/catalog/stock.css'
import { PART_SORTS, parsePartFilters } from '@freehub/contract/catalog/part-filters'
import type { ManagedPart, ManagedPartsStatus } from '@freehub/contract/catalog/parts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatQueryString } from '../../../api/lists/cursor-page.ts'
import { flattenPages, formatRowCount } from '../../../api/lists/paged-list.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirmation } from '../../../ui/dialogs/use-confirmation.ts'
import { FocusedErrorMessage } from '../../../ui/focused-error-message.tsx'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { ExportButton } from '../../../ui/lists/export-button.tsx'
import { findNextId } from '../../../ui/lists/find-next-id.ts'
import { formatNoMatches, ListTabs, NoMatches, RowCount } from '../../../ui/lists/list-screen.tsx'
import { ListSelect } from '../../../ui/lists/list-select.tsx'
import { MoreTools } from '../../../ui/lists/more-tools.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { SearchField } from '../../../ui/lists/search-field.tsx'
import { SelectionBar } from '../../../ui/lists/selection.tsx'
import { parseListFilters, useListFilters } from '../../../ui/lists/use-list-filters.ts'
import { useSelection } from '../../../ui/lists/use-selection.ts'
import { DashboardHead } from '../../../ui/page/dashboard-head.tsx'
import { familiesQuery } from '../search/all-parts-queries.ts'
import { SORT_LABELS } from '../search/format-results.ts'
import {
  getMaxManagedCount,
  managedPartsCountQuery,
  managedPartsQuery,
  type ProductFilters,
} from './managed-parts-queries.ts'
import { ManagedPartsTable } from './managed-parts-table.tsx'
import { type RemovalFailures, RemovePartsDialog } from './remove-parts-dialog.tsx'

/** Lists products. Staff can search, edit, archive, delete and restore them. */
export default function ManageProductsPage() {
  const { filters, update, setSearch } = useListFilters(parseProductFilters)
  const { search, status, family, sort } = filters
  const families = useQuery(familiesQuery({ search: '', families: [], available: false }))
  const list = useInfiniteQuery(managedPartsQuery(filters))
  const loaded = list.data && flattenPages(list.data.pages)
  const confirmation = useConfirmation((parts: ManagedPart[]) => {
    const nextId = findNextId(loaded?.rows.map(getId) ?? [], parts.map(getId))
    return document.getElementById(`part-${nextId}`)?.closest('tr')?.querySelector('a')
  })
  const { item: partsToRemove, heading, refusal } = confirmation
  const [failures, setFailures] = useState<RemovalFailures>(new Map())
  const partsOnSale = loaded?.rows.filter(({ archivedAt }) => !archivedAt) ?? []
  const selection = useSelection(partsOnSale.map(({ _id }) => _id))
  const selectedParts = partsOnSale.filter(({ _id }) => selection.isSelected(_id))

  function startRemoval(parts: ManagedPart[]) {
    setFailures(new Map())
    confirmation.open(parts)
  }

  /** Keeps parts selected that were not removed. After a removal of several parts, their rows show the reasons. */
  function showFailures(parts: ManagedPart[], failures: RemovalFailures) {
    if (parts.length > 1) setFailures(failures)
    const removedIds = parts.map(({ _id }) => _id).filter((id) => !failures.has(id))
    selection.select(selection.selectedIds.filter((id) => !removedIds.includes(id)))
  }

  return (
    <>
      <DashboardHead title="Manage Products" headingRef={heading}>
        <p className="num secondary" role="status">
          {loaded &&
            loaded.rows.length > 0 &&
            !list.isPlaceholderData &&
            formatRowCount(loaded, 'product', 'products')}
        </p>
        <div className="actions ml-auto">
          <Link className="btn btn-outline btn-sm" to={paths.importProducts}>
            <FileUp aria-hidden="true" />
            Import CSV
          </Link>
          <Link className="btn btn-sm" to={paths.addProduct}>
            Add Product
          </Link>
        </div>
      </DashboardHead>
      <div className="tools tools-filters">
        <ListTabs
          label="Products by status"
          tabs={TABS}
          selected={status}
          to={(status) => formatQueryString({ ...filters, status, sort: status ? '' : sort })}
          renderCount={(status) => (
            <RowCount
              query={managedPartsCountQuery({ ...filters, status })}
              maxCount={getMaxManagedCount(filters.search, status)}
            />
          )}
        />
        <SearchField
          label="Search products"
          placeholder="Name or number"
          search={search}
          onSearch={setSearch}
        />
        <MoreTools count={Number(family !== '')}>
          <ListSelect
            label="Family"
            value={family}
            options={[
              { value: '', name: 'All families' },
              ...(families.data ?? []).map(({ slug, name }) => ({ value: slug, name })),
            ]}
            onChange={(family) => update({ family })}
          />
          {status === '' && (
            <>
              <ListSelect
                label="Sort"
                value={sort}
                options={[
                  { value: '', name: search ? 'Most relevant' : 'Catalog order' },
                  ...PART_SORTS.map((value) => ({ value, name: SORT_LABELS[value] })),
                ]}
                onChange={(sort) => update({ sort })}
              />
              <ExportButton path={formatExportPath(search, family)}>Export CSV</ExportButton>
            </>
          )}
        </MoreTools>
      </div>
      {refusal && <FocusedErrorMessage text={refusal} />}
      <PagedRows
        noun="products"
        loaded={loaded}
        list={list}
        empty={<NoProducts {...filters} suggestion={list.data?.pages[0]?.correctedText} />}
      >
        {(parts) => (
          <ManagedPartsTable
            parts={parts}
            isStale={list.isPlaceholderData}
            selection={selection}
            failures={failures}
            onRemove={(part) => startRemoval([part])}
            onRestored={() => heading.current?.focus({ preventScroll: true })}
            onRefused={confirmation.setRefusal}
          />
        )}
      </PagedRows>
      <SelectionBar
        selection={selection}
        summary={`${pluralize(selectedParts.length, 'product', 'products')} selected`}
      >
        <RemovalButton
          label="Archive"
          parts={selectedParts.filter(({ isOrdered }) => isOrdered)}
          onRemove={startRemoval}
        />
        <RemovalButton
          label="Delete"
          parts={selectedParts.filter(({ isOrdered }) => !isOrdered)}
          onRemove={startRemoval}
        />
      </SelectionBar>
      {partsToRemove && (
        <RemovePartsDialog
          parts={partsToRemove}
          onSent={(failures) => showFailures(partsToRemove, failures)}
          {...confirmation.dialog}
        />
      )}
    </>
  )
}

const getId = ({ _id }: ManagedPart) => _id

const TABS: { value: ManagedPartsStatus | ''; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: '', name: 'For sale' },
  { value: 'out', name: 'Below minimum' },
  { value: 'archived', name: 'Archived' },
]

function parseProductFilters(params: URLSearchParams): ProductFilters {
  const status = TABS.find(({ value }) => value === params.get('status'))?.value ?? ''
  const sort = PART_SORTS.find((value) => status === '' && value === params.get('sort')) ?? ''
  return { ...parseListFilters(params), status, family: parseFamily(params), sort }
}

/** Reads a slug. The call would refuse other text. */
const parseFamily = (params: URLSearchParams) => parsePartFilters(params).families[0] ?? ''

/** Returns the path of the CSV file, without parts that match only a corrected search, because staff edit its rows. */
const formatExportPath = (search: string, family: string) =>
  `/api/parts/export.csv${formatQueryString({ search, exact: search && 'true', family })}`

interface RemovalButtonProps {
  label: 'Archive' | 'Delete'
  parts: ManagedPart[]
  onRemove: (parts: ManagedPart[]) => void
}

/** A button that archives or deletes the selected parts. Hidden if there are none. */
function RemovalButton({ label, parts, onRemove }: RemovalButtonProps) {
  if (parts.length === 0) return null
  return (
    <Button
      variant={label === 'Archive' ? 'primary' : 'danger'}
      small
      onClick={() => onRemove(parts)}
    >
      {label} {pluralize(parts.length, 'Product', 'Products')}
    </Button>
  )
}

interface NoProductsProps extends ProductFilters {
  suggestion: string | undefined
}

function NoProducts({ search, status, family, suggestion }: NoProductsProps) {
  if (search)
    return (
      <NoMatches
        text={formatNoMatches(
          status === 'archived' ? 'No archived products' : 'No products',
          search,
        )}
        showAllLabel="All Products"
      >
        {suggestion && (
          <Link className="btn" to={`?${new URLSearchParams({ search: suggestion })}`}>
            Search for “{suggestion}”
          </Link>
        )}
      </NoMatches>
    )
  if (family || status === 'out')
    return <NoMatches text="No products match these filters." showAllLabel="All Products" />
  if (status === 'archived')
    return (
      <EmptyState
        text="No archived products"
        details="A product that was ordered is archived instead of deleted."
      />
    )
  const link = { to: paths.addProduct, name: 'Add A Product' }
  return <EmptyState text="No products yet" links={[link]} />
}
