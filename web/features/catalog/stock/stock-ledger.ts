import type { StockLedger } from '@freehub/contract/catalog/parts'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, callForResponse } from '../../../api/call.ts'
import { type ListPage, listQuery } from '../../../api/list-pages.ts'
import { pageLink } from '../../../api/page-links.ts'

/** A part's stock without its movements. */
export type Stock = Omit<StockLedger, 'movements'>
export type StockMovement = StockLedger['movements'][number]
type LedgerPage = ListPage<StockMovement> & { stock: Stock }

/** Everything about stock in the cache. */
const STOCK_QUERY_KEY = ['stock']

const address = (partId: string) => `/api/parts/${encodeURIComponent(partId)}/stock`

/** A part's stock as it is when one begins to change it. */
export const stockNow = (partId: string) =>
  queryOptions({
    queryKey: [...STOCK_QUERY_KEY, 'now', partId],
    queryFn: ({ signal }): Promise<Stock> =>
      call<StockLedger>('GET', `${address(partId)}?size=1`, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** A part's stock, and its movements page by page, newest first. */
export const stockLedger = (partId: string) =>
  infiniteQueryOptions({
    queryKey: [...STOCK_QUERY_KEY, 'ledger', partId],
    queryFn: ({ pageParam, signal }) => readLedger(pageParam, signal),
    initialPageParam: `${address(partId)}?${listQuery({})}`,
    getNextPageParam: (page: LedgerPage) => page.next,
    staleTime: 0,
  })

async function readLedger(from: string, signal: AbortSignal): Promise<LedgerPage> {
  const response = await callForResponse('GET', from, { signal })
  const { movements, ...stock } = (await response.json()) as StockLedger
  return {
    stock,
    rows: movements,
    next: pageLink(response.headers.get('Link'), 'next'),
    total: Number(response.headers.get('X-Total-Count')),
  }
}

/** Reads all that is shown of stock as it is now. */
export function readStockAnew(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: STOCK_QUERY_KEY })
}
