import { type PartFilters, parsePartFilters } from '@freehub/contract/catalog/part-filters'
import { startTransition, useEffect, useMemo, useOptimistic, useState } from 'react'
import { useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { useStored } from '../../../api/use-stored.ts'
import { paths } from '../../../paths.ts'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'
import { useHydrated } from '../../../ui/use-hydrated.ts'

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

/**
 * Reads the filters from the URL. Changes appear immediately, before the navigation completes. If the URL has no view,
 * uses the view that this browser stores and adds it to the URL, except on a page from the server or after Back.
 */
export function usePartFilters() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [storedView, setStoredView] = useStored<'list' | null>('partsView', null)
  const isHydrated = useHydrated()
  const isBack = useNavigationType() === 'POP'
  // A page from the server, or one that Back opens, keeps its view: another view would move its content.
  const [usesStoredView] = useState(isHydrated && !isBack)
  const view = usesStoredView && storedView === 'list' ? 'list' : undefined
  const urlFilters = useMemo((): PartFilters => {
    const parsed = parsePartFilters(params)
    return { ...parsed, view: parsed.view ?? view }
  }, [params, view])
  const [filters, setOptimisticFilters] = useOptimistic(urlFilters)
  const isViewMissing = view && !params.has('view')

  useEffect(() => {
    if (isViewMissing)
      void navigate(paths.filteredParts(urlFilters), { replace: true, state: preventScrollReset })
  }, [isViewMissing, urlFilters, navigate])

  const updateFilters: UpdateFilters = (change, options) => {
    const next = changeFilters(filters, change)
    // A change of view replaces the history entry. Otherwise, Back would lead to a URL with the previous view.
    const isViewChange = 'view' in change
    startTransition(() => {
      if (isViewChange) setStoredView(change.view ?? null)
      setOptimisticFilters(next)
      void navigate(paths.filteredParts(next), {
        replace: isViewChange,
        ...options,
        state: preventScrollReset,
      })
    })
  }
  return { filters, updateFilters }
}
