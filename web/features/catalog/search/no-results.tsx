import type { PartFilters } from '@freehub/contract/catalog/part-filters'
import type { Family } from '@freehub/contract/catalog/parts'
import { EmptyState } from '../../../ui/lists/empty-state.tsx'
import { listActiveFilters, noFilters } from './active-filters.ts'
import { FilterLink } from './filter-link.tsx'
import { focusResults } from './focus-results.ts'
import type { UpdateFilters } from './use-part-filters.ts'

interface NoResultsProps {
  text: string
  filters: PartFilters
  updateFilters: UpdateFilters
  families: Family[] | undefined
}

/** Empty results: the outline of the selected family, and a link that clears all filters. */
export function NoResults({ text, filters, updateFilters, families }: NoResultsProps) {
  const [only, ...others] = filters.families
  const family = others.length > 0 ? undefined : families?.find(({ slug }) => slug === only)
  return (
    <EmptyState
      text={text}
      details={filters.search ? 'Try fewer words, a size, or a part number.' : undefined}
      {...(family && { figure: family.figure })}
    >
      {listActiveFilters(filters).length > 0 && (
        <FilterLink
          className="btn"
          filters={filters}
          updateFilters={updateFilters}
          change={noFilters}
          onClick={focusResults}
        >
          Clear all
        </FilterLink>
      )}
    </EmptyState>
  )
}
