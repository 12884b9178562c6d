import type { Cart, CartCount } from '@freehub/contract/cart/cart'
import { ORDER_LINES_MAXIMUM } from '@freehub/contract/constants'
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

/**
 * Merges the visitor's cart, then reads the customer's cart. The top bar reads the count right after a sign-in, so the
 * merge happens then. Lines for which the cart was full (`isWaiting`) are merged once the cart has a free line.
 */
async function readMergedCart<Result extends Cart | CartCount>(
  path: string,
  signal: AbortSignal,
): Promise<Result> {
  const read = () => call<Result>('GET', path, { signal })
  if (readVisitorCart()?.isWaiting === false) await merge()
  const cart = await read()
  const lineCount = 'lines' in cart ? cart.lines.length : cart.lineCount
  if (lineCount === ORDER_LINES_MAXIMUM || !readVisitorCart()?.isWaiting) return cart
  await merge()
  return read()
}

async function merge(): Promise<void> {
  const { mergeVisitorCart } = await import('./merge/merge-visitor-cart.ts')
  await mergeVisitorCart()
}
