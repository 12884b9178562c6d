import type { OrdersSort } from '@freehub/contract/orders/orders'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { formatQueryString } from '../../../api/page-cursor.ts'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'
import { type OrderFilters, readOrderFilters, toFirstPage } from './order-filters.ts'

/** The order filters, stored in the URL. Refining a search replaces the history entry. */
export function useOrderFilters() {
  const [params, setParams] = useSearchParams()

  const update = useCallback(
    (changes: Partial<OrderFilters>, replace: boolean) =>
      setParams(
        (current) => {
          const filters = toFirstPage(readOrderFilters(current))
          return new URLSearchParams(formatQueryString({ ...filters, ...changes }))
        },
        { replace, state: preventScrollReset },
      ),
    [setParams],
  )
  const setSearch = useCallback(
    (search: string, replace: boolean) => update({ search }, replace),
    [update],
  )
  const setSort = (sort: OrdersSort | '') => update({ sort }, false)
  return { filters: readOrderFilters(params), setSearch, setSort }
}
