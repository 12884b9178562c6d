import type { PartFilters } from '@freehub/contract/catalog/part-filters'
import type { Family } from '@freehub/contract/catalog/parts'
import type { ComponentProps, MouseEvent } from 'react'
import { paths } from '../../../paths.ts'
import { isPlainClick } from '../../../ui/forms/plain-click.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { listActiveFilters, noFilters } from './active-filters.ts'
import { changeFilters, type FilterProps, RESULTS_ID } from './use-part-filters.ts'

interface FilterChipsProps extends FilterProps {
  families: Family[] | undefined
}

/** The active filters as chips. Pressing a chip removes its filter. */
export function FilterChips({ filters, updateFilters, families }: FilterChipsProps) {
  const activeFilters = listActiveFilters(filters, families)
  if (activeFilters.length === 0) return null

  /** Before filter `n` is removed, focuses the next chip that stays, else "Clear all". Without filters, the results. */
  function moveFocus(event: MouseEvent, n: number) {
    const remaining = listActiveFilters(changeFilters(filters, activeFilters[n]?.removal ?? {}))
    if (remaining.length === 0) return focusResults()
    const next = activeFilters.findIndex(
      (filter, other) => other > n && remaining.some(({ key }) => key === filter.key),
    )
    const links = event.currentTarget.closest('ul')?.querySelectorAll('a') ?? []
    ;[...links].at(next)?.focus()
  }

  return (
    <ul className="chips" aria-label="Active filters">
      {activeFilters.map(({ key, label, removal }, n) => (
        <li key={key}>
          <FilterLink
            className="chip [&>svg]:size-3.5"
            filters={filters}
            updateFilters={updateFilters}
            change={removal}
            aria-label={`Remove ${label}`}
            onClick={(event) => moveFocus(event, n)}
          >
            <span className="truncate">{label}</span>
            <CloseIcon />
          </FilterLink>
        </li>
      ))}
      <li>
        <ClearFilters
          className="inline-flex items-center min-h-9 px-1 font-medium text-small"
          filters={filters}
          updateFilters={updateFilters}
        />
      </li>
    </ul>
  )
}

/** A link that clears all filters. The page removes the link when no filter is left. */
export function ClearFilters({
  label = 'Clear all',
  ...props
}: FilterProps & { className: string; label?: string }) {
  return (
    <FilterLink {...props} change={noFilters} onClick={focusResults}>
      {label}
    </FilterLink>
  )
}

interface FilterLinkProps extends FilterProps, Omit<ComponentProps<'a'>, 'href'> {
  change: Partial<PartFilters>
}

/** A link that changes filters. Before hydration, it is an ordinary link. */
export function FilterLink(props: FilterLinkProps) {
  const { filters, updateFilters, change, onClick, ...linkProps } = props
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onClick?.(event)
    updateFilters(change)
  }
  const href = paths.filteredParts(changeFilters(filters, change))
  return <a {...linkProps} href={href} onClick={handleClick} />
}

/** Moves the focus to the results before the focused element is removed. */
function focusResults() {
  document.getElementById(RESULTS_ID)?.focus({ preventScroll: true })
}
