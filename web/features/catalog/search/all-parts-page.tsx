import '../../../style/catalog/catalog.css'
import { PART_SORTS, type PartFilters, type PartSort } from '@freehub/contract/catalog/part-filters'
import type { Family } from '@freehub/contract/catalog/parts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronDown, LayoutGrid, Rows3 } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Options } from '../../../ui/forms/select-field.tsx'
import { PageMetadata } from '../../../ui/page/page-metadata.tsx'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { WHEEL_FAMILIES } from '../wheel-families.ts'
import { allPartsQuery, familiesQuery } from './all-parts-queries.ts'
import { FilterChips, FilterLink } from './filter-chips.tsx'
import { FilterForm } from './filter-form.tsx'
import { formatPartCount, SORT_LABELS } from './format-results.ts'
import { PartResults } from './part-results.tsx'
import { FILTER_FORM_ID, type FilterProps, usePartFilters } from './use-part-filters.ts'

export default function AllPartsPage() {
  const { filters, updateFilters } = usePartFilters()
  const list = useInfiniteQuery(allPartsQuery(filters))
  const families = useQuery(familiesQuery(filters))
  const [first] = list.data?.pages ?? []
  const isEmpty = first !== undefined && first.parts.length === 0

  return (
    <div className="wrap">
      <AllPartsMetadata filters={filters} families={families.data} isEmpty={isEmpty} />
      <div className="phead parts-head">
        <h1>Bicycle Parts</h1>
        <p className="secondary num parts-count min-h-[1.55em]">
          {first && formatPartCount(first)}
        </p>
        {filters.families.some((slug) => slug in WHEEL_FAMILIES) && (
          <p className="col-span-full">
            The <Link to={paths.wheelBuilder}>wheel builder</Link> computes the spoke lengths and
            lists all parts.
          </p>
        )}
      </div>
      <div className="finder">
        <FilterForm filters={filters} updateFilters={updateFilters} families={families} />
        <div className="print:hidden flex items-start gap-x-6 gap-y-3 min-h-12 my-4 max-lg:flex-wrap">
          <FilterChips filters={filters} updateFilters={updateFilters} families={families.data} />
          {!isEmpty && (
            <>
              <ViewSwitch filters={filters} updateFilters={updateFilters} />
              <SortSelect filters={filters} updateFilters={updateFilters} />
            </>
          )}
        </div>
        <PartResults
          filters={filters}
          updateFilters={updateFilters}
          families={families.data}
          list={list}
        />
      </div>
    </div>
  )
}

interface AllPartsMetadataProps {
  filters: PartFilters
  families: Family[] | undefined
  /** True for an empty list, which search engines must not index. */
  isEmpty: boolean
}

/** Metadata. The canonical URL contains at most one family and the page cursor. Searches and empty lists have none. */
function AllPartsMetadata({ filters, families = [], isEmpty }: AllPartsMetadataProps) {
  const { search, after } = filters
  const [firstSlug, ...otherSlugs] = filters.families
  const family =
    otherSlugs.length === 0 ? families.find(({ slug }) => slug === firstSlug) : undefined
  const subject = family ? `${family.name} by Freehub` : 'All bicycle spare parts by Freehub'
  return (
    <PageMetadata
      title={search ? `Search: ${search}` : (family?.name ?? 'Bicycle Parts')}
      description={`${subject}, with drawings, sizes, stock, minimum order and price per unit. Straight from the maker, sold in bulk.`}
      path={
        search || isEmpty
          ? undefined
          : paths.filteredParts({ families: family && [family.slug], after })
      }
    />
  )
}

function ViewSwitch({ filters, updateFilters }: FilterProps) {
  return (
    <ul className="view-switch flex" aria-label="View">
      {VIEWS.map(({ view, label, Icon }) => (
        <li key={label}>
          <FilterLink
            className="btn btn-outline"
            filters={filters}
            updateFilters={updateFilters}
            change={{ view }}
            aria-current={filters.view === view ? 'true' : undefined}
          >
            <Icon className="ic" aria-hidden="true" />
            {label}
          </FilterLink>
        </li>
      ))}
    </ul>
  )
}

const VIEWS = [
  { view: undefined, label: 'Grid', Icon: LayoutGrid },
  { view: 'list', label: 'List', Icon: Rows3 },
] as const

/** The field for the sort order, and before hydration the form’s submit button. */
function SortSelect({ filters, updateFilters }: FilterProps) {
  const isHydrated = useHydrated()
  return (
    <div className="sort">
      <label className="flex items-center gap-3">
        <span className="cap max-sm:sr-only">Sort</span>
        <span className="select">
          <select
            name="sort"
            form={FILTER_FORM_ID}
            value={filters.sort ?? ''}
            onChange={(event) => updateFilters({ sort: parseSort(event.target.value) })}
          >
            <option value="">{filters.search ? 'Most relevant' : 'Catalog order'}</option>
            <Options of={PART_SORTS.map((sort) => [sort, SORT_LABELS[sort]])} />
          </select>
          <ChevronDown className="ic" aria-hidden="true" />
        </span>
      </label>
      <button type="submit" className="btn show-parts" form={FILTER_FORM_ID} hidden={isHydrated}>
        Show Parts
      </button>
    </div>
  )
}

function parseSort(value: string): PartSort | undefined {
  return PART_SORTS.find((sort) => sort === value)
}
