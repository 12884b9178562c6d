import type { PartFilters } from '@freehub/contract/catalog/part-filters'
import type { ComponentProps, MouseEvent } from 'react'
import { paths } from '../../../paths.ts'
import { isPlainClick } from '../../../ui/forms/plain-click.ts'
import type { UpdateFilters } from './use-part-filters.ts'

interface FilterLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  filters: PartFilters
  updateFilters: UpdateFilters
  change: Partial<PartFilters>
}

/** A link that changes filters. With scripts, the change shows at once. */
export function FilterLink({ filters, updateFilters, change, onClick, ...link }: FilterLinkProps) {
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onClick?.(event)
    updateFilters(change)
  }
  const href = paths.filteredParts({ ...filters, after: undefined, ...change })
  return <a {...link} href={href} onClick={handleClick} />
}
