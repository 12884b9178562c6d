import type { QueryClient } from '@tanstack/react-query'

/** Prefix of the keys of all cart queries. */
export const CART_QUERY_KEY = ['cart']

const channel =
  typeof BroadcastChannel === 'undefined' || import.meta.env?.SSR
    ? undefined
    : new BroadcastChannel('freehub-cart')

/** Refetches the customer's cart after a change, in all tabs. */
export function refetchCart(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: CART_QUERY_KEY })
  notifyCartTabs()
}

/** Other tabs refetch the cart. */
export function notifyCartTabs(): void {
  channel?.postMessage('changed')
}

/** Refetches the cart after changes in other tabs. Returns a function that stops it. */
export function followCartTabs(client: QueryClient): () => void {
  const refetch = () => void client.invalidateQueries({ queryKey: CART_QUERY_KEY })
  channel?.addEventListener('message', refetch)
  return () => channel?.removeEventListener('message', refetch)
}
