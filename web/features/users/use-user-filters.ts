import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { formatQueryString, type PageCursor, readPageCursor } from '../../api/cursor-page.ts'
import { preventScrollReset } from '../../ui/page/scroll-restoration.tsx'

/** Filters and page of the users list. '' means not set. */
export interface UserFilters extends PageCursor {
  search: string
}

/** Reads the filters from the URL. `search(text, true)` replaces the history entry. */
export function useUserFilters() {
  const [params, setParams] = useSearchParams()
  const search = useCallback(
    (text: string, replace: boolean) =>
      setParams(new URLSearchParams(formatQueryString({ search: text })), {
        replace,
        state: preventScrollReset,
      }),
    [setParams],
  )
  const filters: UserFilters = {
    search: params.get('search')?.trim() ?? '',
    ...readPageCursor(params),
  }
  return { filters, search }
}
