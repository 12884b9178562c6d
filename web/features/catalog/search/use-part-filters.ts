import { type PartFilters, parsePartFilters } from '@freehub/contract/catalog/part-filters'
import { startTransition, useMemo, useOptimistic } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'

/** The id by which fields outside the form refer to the form. */
export const FILTER_FORM_ID = 'finder'

export const RESULTS_ID = 'parts'

/** Changes the filters and the URL. With `replace`, the change adds no entry to the history. */
export type UpdateFilters = (change: Partial<PartFilters>, options?: { replace?: boolean }) => void

/** Props of the components of the filter form. */
export interface FilterProps {
  filters: PartFilters
  updateFilters: UpdateFilters
}

/** Returns the filter's values with or without this value, in alphabetical order. */
export function toggleValue(values: string[] = [], value: string, isOn: boolean): string[] {
  const others = values.filter((other) => other !== value)
  return isOn ? [...others, value].sort() : others
}

/** Applies a change on the first page. A change of families removes the attribute filters. */
export function changeFilters(filters: PartFilters, change: Partial<PartFilters>): PartFilters {
  const attributes = change.families ? undefined : filters.attributes
  return { ...filters, after: undefined, attributes, ...change }
}

/** Reads the filters from the URL. Changes appear immediately, before the navigation completes. */
export function usePartFilters() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const urlFilters = useMemo(() => parsePartFilters(params), [params])
  const [filters, setOptimisticFilters] = useOptimistic(urlFilters)

  const updateFilters: UpdateFilters = (change, options) => {
    const next = changeFilters(filters, change)
    startTransition(() => {
      setOptimisticFilters(next)
      void navigate(paths.filteredParts(next), { ...options, state: preventScrollReset })
    })
  }
  return { filters, updateFilters }
}
