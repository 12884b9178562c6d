import type { PartStock } from '@freehub/contract/catalog/parts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { call, callWithHeaders } from '../../../api/call.ts'
import { buildListQuery, type ListPage, parsePageLink } from '../../../api/lists/paged-list.ts'
import { refetchInAllTabs } from '../../../api/other-tabs.ts'
import { type DateFilters, toTimes } from '../../../ui/lists/date-filter.tsx'

/** A part's stock without its movements. */
export type Stock = Omit<PartStock, 'movements'>
export type StockMovement = PartStock['movements'][number]
type MovementsPage = ListPage<StockMovement> & { stock: Stock }

/** Prefix of the keys of all stock queries. */
const STOCK_QUERY_KEY = ['stock']

const toStockPath = (partId: string) => `/api/parts/${encodeURIComponent(partId)}/stock`

/** Returns the query for a part's current stock. It fetches the stock each time the form opens. */
export const currentStockQuery = (partId: string) =>
  queryOptions({
    queryKey: [...STOCK_QUERY_KEY, 'now', partId],
    queryFn: ({ signal }): Promise<Stock> =>
      call<PartStock>('GET', `${toStockPath(partId)}?size=1`, { signal }),
    gcTime: 0,
  })

/**
 * Returns the query for a part's stock and pages of its movements, newest first. Each fetch computes the times of the
 * period.
 */
export const partStockQuery = (partId: string, filters: DateFilters) =>
  infiniteQueryOptions({
    queryKey: [...STOCK_QUERY_KEY, 'movements', partId, filters],
    queryFn: ({ pageParam, signal }) => {
      const firstPath = `${toStockPath(partId)}?${buildListQuery(toTimes(filters))}`
      return readMovementsPage(pageParam || firstPath, signal)
    },
    initialPageParam: '',
    getNextPageParam: (page: MovementsPage) => page.next,
    placeholderData: keepPreviousData,
  })

async function readMovementsPage(pagePath: string, signal: AbortSignal): Promise<MovementsPage> {
  const { body, headers } = await callWithHeaders<PartStock>('GET', pagePath, { signal })
  const { movements, ...stock } = body
  return {
    stock,
    rows: movements,
    next: parsePageLink(headers.get('Link'), 'next'),
    total: Number(headers.get('X-Total-Count')),
  }
}

/** Refetches the stock, in all tabs. */
export function refetchStock(client: QueryClient): Promise<void> {
  return refetchInAllTabs(client, STOCK_QUERY_KEY)
}
