import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import {
  formatQueryString,
  type PageCursor,
  readPageCursor,
  toFirstPage,
} from '../../api/lists/cursor-page.ts'
import { preventScrollReset } from '../page/scroll-restoration.tsx'
import { type DateFilters, parseDateFilters } from './date-filter.tsx'

/** Search text and page of a list. A feature adds its own filters. An empty text means not set. */
export interface ListFilters extends PageCursor {
  search: string
}

/** Reads the filters of a list from the URL, and writes changed filters into the URL. A change returns to the first page. */
export function useListFilters<Filters extends ListFilters>(
  parseFilters: (params: URLSearchParams) => Filters,
) {
  const [params, setParams] = useSearchParams()

  const update = useCallback(
    (changes: Partial<Filters>, { replace = false } = {}) => {
      const current = parseFilters(readLatestParams())
      setParams(new URLSearchParams(formatQueryString({ ...toFirstPage(current), ...changes })), {
        replace,
        state: preventScrollReset,
      })
    },
    [setParams, parseFilters],
  )
  // A refinement of a search replaces the history entry.
  const setSearch = useCallback(
    (search: string, isRefinement: boolean) =>
      update({ search } as Partial<Filters>, { replace: isRefinement }),
    [update],
  )
  return { filters: parseFilters(params), update, setSearch }
}

/**
 * Returns the parameters of the current URL. The parameters that React rendered last may lack a change that the user
 * made a moment ago.
 */
export const readLatestParams = () => new URLSearchParams(window.location.search)

/** Search text, page and date of a list. */
export interface DatedListFilters extends ListFilters, DateFilters {}

export const parseDatedFilters = (params: URLSearchParams): DatedListFilters => ({
  ...parseListFilters(params),
  ...parseDateFilters(params),
})

export function parseListFilters(params: URLSearchParams): ListFilters {
  return { search: params.get('search')?.trim() ?? '', ...readPageCursor(params) }
}
