import type { OrdersSort } from '@freehub/contract/orders/orders'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { searchOf } from '../../../api/turn.ts'
import { keepScroll } from '../../../ui/page/kept-scroll.tsx'
import { firstPage, type OrdersWanted, readWanted } from './orders-wanted.ts'

/** Which orders are wanted, kept in the address; going on with a search does not lengthen the history. */
export function useOrdersWanted() {
  const [params, setParams] = useSearchParams()

  const want = useCallback(
    (change: Partial<OrdersWanted>, replace: boolean) =>
      setParams(
        (before) => new URLSearchParams(searchOf({ ...firstPage(readWanted(before)), ...change })),
        { replace, state: keepScroll },
      ),
    [setParams],
  )
  const search = useCallback(
    (text: string, again: boolean) => want({ search: text }, again),
    [want],
  )
  const sort = (by: OrdersSort | '') => want({ sort: by }, false)
  return { wanted: readWanted(params), search, sort }
}
