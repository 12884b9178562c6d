import { randomUUIDv7 } from 'node:crypto'
import { priceAt } from '@freehub/contract/catalog/prices'
import { formatOrderNumber } from '@freehub/contract/orders/order-number'
import { quantityRefusal, totalRefusal } from '@freehub/contract/orders/order-refusals'
import type { NewOrder } from '@freehub/contract/orders/orders'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { hashPayload } from '../../../platform/database/claim-idempotency-key.ts'
import type { PartWithTerms, TermsCache } from '../../catalog/parts/part-terms.ts'
import type { Principal } from '../../identity/guards.ts'
import type { PlaceSimpleOrder } from './order-batches.ts'
import {
  announceOrder,
  type PlacedOrder,
  type PricedOrder,
  type WriteDeps,
  writeOrder,
} from './write-order.ts'

export interface PlaceOrderDeps extends WriteDeps {
  terms: TermsCache
}

export interface BatchDeps extends PlaceOrderDeps {
  placeSimpleOrder: PlaceSimpleOrder
}

/**
 * Places an order of one line at the current price. Refuses the order if it states another total. A repeated idempotency
 * key returns the first result.
 */
export function placeOrder(
  deps: PlaceOrderDeps,
  customer: Principal,
  order: NewOrder,
  key: string | undefined,
): Promise<PlacedOrder | Refusal> {
  return writeOrder(deps, { customer, key, payload: payloadOf(order) }, (mustBeCurrent) =>
    priceOrder(deps, order, mustBeCurrent),
  )
}

/**
 * Authenticates the customer and places a simple order (docs/architecture.md), together with those of other customers.
 * Returns undefined if the batch did not place the order. Then authenticate the customer and call `placeOrder`. Prices
 * orders only by cached terms, so that requests with invalid tokens do not read the catalog.
 */
export async function placeOrderInBatch(
  deps: BatchDeps,
  tokenHash: Buffer,
  order: NewOrder,
  key: string | undefined,
): Promise<(PlacedOrder & { customerId: string }) | undefined> {
  const priced = priceFromCache(deps.terms, order)
  if (!priced) return undefined
  const [line] = priced.lines as [PricedOrder['lines'][0]]
  const orderId = randomUUIDv7()
  const placed = await deps.placeSimpleOrder({
    id: orderId,
    event: randomUUIDv7(),
    token: toByteaText(tokenHash),
    phone: order.phone,
    address: order.address,
    reference: order.reference ?? '',
    key,
    hash: key === undefined ? undefined : toByteaText(hashPayload(payloadOf(order))),
    part: order.productId,
    quantity: order.quantity,
    price: line.unitPriceCents,
    terms: line.termsVersion,
  })
  if (!placed) return undefined
  announceOrder(deps, priced)
  const { orderNumber, customerId } = placed
  return { orderId, orderNumber: formatOrderNumber(orderNumber), confirmEmailBy: null, customerId }
}

const toByteaText = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

/**
 * Returns the values that must be equal if an idempotency key is used again. Leaves out the total, because the price
 * may have changed meanwhile. Without a reference, the values equal those of earlier versions.
 */
function payloadOf({ productId, quantity, phone, address, reference }: NewOrder): unknown[] {
  return [productId, quantity, phone, address, ...(reference ? [reference] : [])]
}

/**
 * Prices the order by the cached terms of the part. Reads the current terms if `mustBeCurrent`, if none are cached, or if
 * the cached ones would refuse the order, because they may be outdated.
 */
async function priceOrder(
  { db, terms }: Pick<PlaceOrderDeps, 'db' | 'terms'>,
  order: NewOrder,
  mustBeCurrent: boolean,
): Promise<PricedOrder | Refusal> {
  const priced = mustBeCurrent ? undefined : priceFromCache(terms, order)
  if (priced) return priced
  const part = await terms.readCurrent(db, order.productId)
  return part ? priceFromPart(part, order) : refuse('part_missing')
}

function priceFromCache(terms: TermsCache, order: NewOrder): PricedOrder | undefined {
  const cached = terms.get(order.productId)
  // The cached stock is out of date. The claim of the stock decides whether enough pieces are left.
  const priced = cached && priceFromPart({ ...cached, available: Number.POSITIVE_INFINITY }, order)
  return isRefusal(priced) ? undefined : priced
}

function priceFromPart(part: PartWithTerms, order: NewOrder): PricedOrder | Refusal {
  if (!part.isOnSale) return refuse('part_missing')
  const { productId, quantity, phone, address, reference } = order
  const unitPriceCents = priceAt(part, quantity)
  const totalCents = unitPriceCents * quantity
  const refusal = quantityRefusal({ ...part, availableQuantity: part.available }, quantity)
  if (refusal) return refusal
  if ((order.totalCents ?? totalCents) !== totalCents) return refuse('prices_changed')
  const outOfRange = totalRefusal(totalCents)
  if (outOfRange) return outOfRange
  const { termsVersion } = part
  const lines = [{ productId, quantity, unitPriceCents, terms: part, termsVersion }]
  return { lines, phone, address, note: '', ...(reference && { reference }) }
}
