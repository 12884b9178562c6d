import type { QueryClient } from '@tanstack/react-query'
import { refetchInAllTabs } from '../../api/other-tabs.ts'

/** Prefix of the keys of all cart queries. */
export const CART_QUERY_KEY = ['cart']

/** Refetches all cart queries in all tabs, after a change of the cart. */
export const refetchCart = (client: QueryClient) => refetchInAllTabs(client, CART_QUERY_KEY)
