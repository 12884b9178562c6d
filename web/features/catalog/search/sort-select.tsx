import { PART_SORTS, type PartFilters, type PartSort } from '@freehub/contract/catalog/part-filters'
import { ChevronDown } from 'lucide-react'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { FILTER_FORM_ID } from './element-ids.ts'
import type { UpdateFilters } from './use-part-filters.ts'

const SORT_LABELS: Record<PartSort, string> = {
  price: 'Price: low to high',
  '-price': 'Price: high to low',
  name: 'Name',
  newest: 'Newest first',
}

/** Sort order of the results, and the submit button of the form for pages without scripts. */
export function SortSelect({
  filters,
  updateFilters,
}: {
  filters: PartFilters
  updateFilters: UpdateFilters
}) {
  const isHydrated = useHydrated()
  return (
    <div className="sort">
      <label>
        <span className="cap">Sort</span>
        <span className="select">
          <select
            name="sort"
            form={FILTER_FORM_ID}
            value={filters.sort ?? ''}
            onChange={(event) => updateFilters({ sort: parseSort(event.target.value) })}
          >
            <option value="">{filters.search ? 'Most relevant' : 'Catalogue order'}</option>
            {PART_SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {SORT_LABELS[sort]}
              </option>
            ))}
          </select>
          <ChevronDown className="ic" aria-hidden="true" />
        </span>
      </label>
      <button type="submit" className="btn show-parts" form={FILTER_FORM_ID} hidden={isHydrated}>
        Show parts
      </button>
    </div>
  )
}

function parseSort(value: string): PartSort | undefined {
  return PART_SORTS.find((sort) => sort === value)
}
