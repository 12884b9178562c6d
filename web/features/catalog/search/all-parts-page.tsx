import '../../../style/catalogue/catalogue.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { AllPartsHead } from './all-parts-head.tsx'
import { allPartsQuery, familiesQuery } from './all-parts-queries.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterForm } from './filter-form.tsx'
import { formatPartCount } from './format-results.ts'
import { PartResults } from './part-results.tsx'
import { SortSelect } from './sort-select.tsx'
import { usePartFilters } from './use-part-filters.ts'

/** The catalogue: search, filters and results. */
export function Component() {
  const { filters, updateFilters } = usePartFilters()
  const list = useInfiniteQuery(allPartsQuery(filters))
  const families = useQuery(familiesQuery(filters))
  const [first] = list.data?.pages ?? []

  return (
    <div className="wrap">
      <AllPartsHead
        filters={filters}
        families={families.data}
        isEmpty={first !== undefined && first.parts.length === 0}
      />
      <div className="phead">
        <h1>Bicycle Parts</h1>
        <p className="second num parts-count">{first && formatPartCount(first)}</p>
      </div>
      <div className="finder">
        <FilterForm filters={filters} updateFilters={updateFilters} families={families} />
        <div className="finder-bar">
          <FilterChips filters={filters} updateFilters={updateFilters} families={families.data} />
          <SortSelect filters={filters} updateFilters={updateFilters} />
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
