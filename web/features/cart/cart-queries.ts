import type { Cart, CartCount } from '@freehub/contract/cart/cart'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { CART_QUERY_KEY } from './refetch-cart.ts'
import { readVisitorCart } from './visitor-cart.ts'

/** Number of lines in the customer's cart. */
export const cartCountQuery = queryOptions({
  queryKey: [...CART_QUERY_KEY, 'count'],
  queryFn: ({ signal }) => readMergedCart<CartCount>('/api/cart/count', signal),
})

export const cartQuery = queryOptions({
  queryKey: [...CART_QUERY_KEY, 'lines'],
  queryFn: ({ signal }) => readMergedCart<Cart>('/api/cart', signal),
})

/** Merges the visitor's cart before the read: right after each sign-in, because the top bar then reads the count. */
async function readMergedCart<Result>(path: string, signal: AbortSignal): Promise<Result> {
  if (readVisitorCart()) {
    const { mergeVisitorCart } = await import('./merge/merge-visitor-cart.ts')
    await mergeVisitorCart()
  }
  return call<Result>('GET', path, { signal })
}
