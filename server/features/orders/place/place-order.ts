import { priceAt } from '@freehub/contract/catalog/prices'
import { checkTotal, quantityRefusal } from '@freehub/contract/orders/order-refusals'
import type { NewOrder } from '@freehub/contract/orders/orders'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { TermsCache } from '../../catalog/parts/part-terms.ts'
import type { Principal } from '../../identity/guards.ts'
import { type DecidedOrder, type PlacedOrder, type WriteDeps, writeOrder } from './write-order.ts'

export interface PlaceOrderDeps extends WriteDeps {
  terms: TermsCache
}

/**
 * Places an order of one line at the part's current price for the quantity. A repeated key returns the first
 * result.
 */
export function placeOrder(
  deps: PlaceOrderDeps,
  customer: Principal,
  order: NewOrder,
  key: string | undefined,
  payload: unknown[] = orderPayload(order),
): Promise<PlacedOrder | Refusal> {
  return writeOrder(deps, { customer, key, payload }, (mustBeCurrent) =>
    decideOrder(deps, order, mustBeCurrent),
  )
}

function orderPayload({ productId, quantity, phone, address }: NewOrder) {
  return [productId, quantity, phone, address]
}

/** Decides the price, or refuses the quantity. Only current terms decide a refusal. */
async function decideOrder(
  deps: { db: Db; terms: TermsCache },
  order: NewOrder,
  mustBeCurrent: boolean,
): Promise<DecidedOrder | Refusal> {
  const { productId, quantity, phone, address } = order
  const part = await deps.terms.read(deps.db, productId, mustBeCurrent)
  if (!part?.isOnSale) {
    return part && !mustBeCurrent ? decideOrder(deps, order, true) : refuse('part_missing')
  }
  const unitPriceCents = priceAt(part, quantity)
  // Whether enough pieces are left is decided when they are claimed, unless the stock was just read.
  const availableQuantity = mustBeCurrent ? part.available : Number.POSITIVE_INFINITY
  const refusal =
    quantityRefusal({ ...part, availableQuantity }, quantity) ??
    checkTotal(unitPriceCents * quantity)
  if (refusal) return mustBeCurrent ? refusal : decideOrder(deps, order, true)
  const { termsVersion } = part
  return {
    lines: [{ productId, quantity, unitPriceCents, termsVersion }],
    phone,
    address,
    note: '',
  }
}
