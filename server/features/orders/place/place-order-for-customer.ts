import { normalizeEmail } from '@freehub/contract/email'
import { totalRefusal } from '@freehub/contract/orders/order-refusals'
import type { OrderForCustomer } from '@freehub/contract/orders/orders'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { readPartsWithTerms } from '../../catalog/parts/part-terms.ts'
import type { LargeOrderConcurrency } from './large-order-concurrency.ts'
import { findChangedPrices, priceLines } from './price-lines.ts'
import { type PlacedOrder, type PricedOrder, type WriteDeps, writeOrder } from './write-order.ts'

interface EnteredOrder extends OrderForCustomer {
  /** The customer's current email. */
  email: string
  /** The ID of the member of staff. */
  enteredBy: string
}

/** Places an order that staff enter for a customer. The customer's cart is neither read nor changed. */
export async function placeOrderForCustomer(
  deps: WriteDeps & { limitLargeOrders: LargeOrderConcurrency },
  { email, enteredBy, ...order }: EnteredOrder,
  key: string | undefined,
): Promise<PlacedOrder | Refusal> {
  const customer = await findCustomer(deps.db, email)
  if (isRefusal(customer)) return customer
  const { lines, phone, address, note, reference } = order
  // The payload leaves out total and prices, because they may have changed before a repeated request.
  const payload = ['placeOrderForCustomer', lines, phone, address, note, reference]
  return deps.limitLargeOrders(lines.length, () =>
    writeOrder(deps, { customer, enteredBy, key, payload }, () => priceOrder(deps.db, order)),
  )
}

async function findCustomer(db: Db, email: string) {
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'email_verified', 'banned_at'])
    .where('email', '=', normalizeEmail(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return refuse('user_missing')
  if (row.banned_at)
    return refuse('input_invalid', { detail: 'This user is banned and cannot pay. Unban first.' })
  return { id: row.id, email: row.email, name: row.name, emailConfirmed: row.email_verified }
}

async function priceOrder(db: Db, order: OrderForCustomer): Promise<PricedOrder | Refusal> {
  const { phone, address, note, reference, unitPricesCents } = order
  const ids = order.lines.map(({ productId }) => productId)
  const parts = await readPartsWithTerms(db, ids)
  if (parts.size < ids.length) return refuse('part_missing')
  const priced = priceLines(
    order.lines.flatMap(({ productId, quantity }) => {
      const part = parts.get(productId)
      return part ? [{ part, quantity, seenPriceCents: unitPricesCents?.[productId] }] : []
    }),
  )
  if (isRefusal(priced)) return priced
  const { lines, described, totalCents } = priced
  const changedLines = findChangedPrices(described)
  if (totalCents !== order.totalCents || changedLines.length > 0)
    return refuse('prices_changed', { lines: changedLines })
  return totalRefusal(totalCents) ?? { lines, phone, address, note, reference }
}
