import type { CartOrder } from '@freehub/contract/cart/cart'
import { totalRefusal } from '@freehub/contract/orders/order-refusals'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { readStoredCart } from '../../cart/read-cart.ts'
import type { Principal } from '../../identity/guards.ts'
import type { LargeOrderConcurrency } from './large-order-concurrency.ts'
import { findChangedPrices, priceLines } from './price-lines.ts'
import { type PlacedOrder, type PricedOrder, type WriteDeps, writeOrder } from './write-order.ts'

/** Places one order of the cart's lines, except those in `leaveOut`, and removes the ordered lines from the cart. */
export async function placeCartOrder(
  deps: WriteDeps & { limitLargeOrders: LargeOrderConcurrency },
  customer: Principal,
  order: CartOrder,
  key: string | undefined,
): Promise<PlacedOrder | Refusal> {
  const stored = await readStoredCart(deps.db, customer.id)
  return deps.limitLargeOrders(stored.lines.length, () =>
    writeCartOrder(deps, customer, order, key, stored),
  )
}

type StoredCart = Awaited<ReturnType<typeof readStoredCart>>

/** Writes the order. The first attempt uses the lines of `firstCart`; later attempts read the cart again. */
async function writeCartOrder(
  deps: WriteDeps,
  customer: Principal,
  order: CartOrder,
  key: string | undefined,
  firstCart: StoredCart,
): Promise<PlacedOrder | Refusal> {
  const { totalCents, unitPricesCents, phone, address, note, reference, leaveOut } = order
  const fields = [order.version, totalCents, phone, address, note, leaveOut]
  // Without the optional fields, the payload equals that of earlier versions.
  const optional = [reference, unitPricesCents].filter(Boolean)
  const payload = ['placeCartOrder', ...fields, ...optional]
  return writeOrder(deps, { customer, key, payload }, async (mustBeCurrent) => {
    const cart = mustBeCurrent ? await readStoredCart(deps.db, customer.id) : firstCart
    return priceCartOrder(cart, order)
  })
}

/** Computes the lines at current prices. Refuses an outdated cart or price, and lines that cannot be ordered. */
function priceCartOrder(cart: StoredCart, order: CartOrder): PricedOrder | Refusal {
  if (cart.version !== order.version) return refuse('cart_changed')
  const leaveOut = new Set(order.leaveOut)
  const remaining = cart.lines.filter(({ part }) => !leaveOut.has(part.productId))
  if (remaining.length === 0) return refuse('cart_empty')
  const { unitPricesCents } = order
  const priced = priceLines(
    remaining.map((line) => {
      const seenPriceCents = unitPricesCents?.[line.part.productId] ?? line.seenPriceCents
      return { ...line, seenPriceCents }
    }),
  )
  if (isRefusal(priced)) return priced
  const { lines, described, totalCents } = priced
  const changedLines = findChangedPrices(described)
  // Changed prices can add up to the same total.
  if (totalCents !== order.totalCents || (unitPricesCents && changedLines.length > 0))
    return refuse('prices_changed', { lines: changedLines })
  const { phone, address, note, reference, version } = order
  return (
    totalRefusal(totalCents) ?? { phone, address, note, reference, cartVersion: version, lines }
  )
}
