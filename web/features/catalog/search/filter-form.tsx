import type { PartFilters } from '@freehub/contract/catalog/part-filters'
import type { Family } from '@freehub/contract/catalog/parts'
import type { UseQueryResult } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useRef } from 'react'
import { paths } from '../../../paths.ts'
import { FILTER_FORM_ID, RESULTS_ID } from './element-ids.ts'
import { FamilyFilter } from './family-filter.tsx'
import { PriceRange } from './price-range.tsx'
import { SearchInput } from './search-input.tsx'
import { useChangesBeforeHydration } from './use-changes-before-hydration.ts'
import type { UpdateFilters } from './use-part-filters.ts'

interface FilterFormProps {
  filters: PartFilters
  updateFilters: UpdateFilters
  families: UseQueryResult<Family[]>
}

/**
 * The search and filter form. Without scripts it is submitted as a GET form; with them each change applies at once.
 * The Filters button shows on small screens only.
 */
export function FilterForm({ filters, updateFilters, families }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useChangesBeforeHydration(form, filters, updateFilters)

  return (
    <search>
      <form
        ref={form}
        id={FILTER_FORM_ID}
        method="get"
        action={paths.allParts}
        autoComplete="off"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchInput filters={filters} updateFilters={updateFilters} />
        <div className="finder-side">
          <a className="skip" href={`#${RESULTS_ID}`}>
            Skip to results
          </a>
          {/* Stays open if opened before hydration. */}
          <details className="filters-switch" suppressHydrationWarning>
            <summary className="btn btn-outline btn-sm">
              <SlidersHorizontal className="ic" aria-hidden="true" />
              Filters
            </summary>
          </details>
          <div className="filters">
            <AvailabilityFilter filters={filters} updateFilters={updateFilters} />
            <PriceRange filters={filters} updateFilters={updateFilters} />
          </div>
          <FamilyFilter filters={filters} updateFilters={updateFilters} families={families} />
        </div>
      </form>
    </search>
  )
}

function AvailabilityFilter({ filters, updateFilters }: Omit<FilterFormProps, 'families'>) {
  return (
    <label className="tick">
      <input
        type="checkbox"
        name="available"
        value="true"
        checked={filters.available}
        onChange={(event) => updateFilters({ available: event.target.checked })}
      />
      <span>
        Available now <small>At least the minimum order</small>
      </span>
    </label>
  )
}
