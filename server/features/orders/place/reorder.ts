import { dollarsOf } from '@freehub/contract/money'
import { checkTotal } from '@freehub/contract/orders/order-refusals'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { readPartsWithTerms } from '../../catalog/parts/part-terms.ts'
import type { Principal } from '../../identity/guards.ts'
import { decideLines, type LargeOrderLimit } from './decide-lines.ts'
import { type PlaceOrderDeps, placeOrder } from './place-order.ts'
import { type PlacedOrder, writeOrder } from './write-order.ts'

export interface ReorderedOrder extends PlacedOrder {
  totalPrice: number
}

interface OriginalOrder {
  phone: string
  address: string
  lines: { productId: string; quantity: number }[]
}

/** Places all lines of the customer's own order again, in any state, at current prices, or refuses them all. */
export async function reorder(
  deps: PlaceOrderDeps & { limitLargeOrders: LargeOrderLimit },
  customer: Principal,
  orderId: string,
  key: string | undefined,
): Promise<ReorderedOrder | Refusal> {
  const original = await readOriginal(deps.db, customer.id, orderId)
  if (!original) return refuse('order_missing')
  const request = { customer, key, payload: ['reorder', orderId] }
  const { lines, ...contact } = original
  const [line] = lines
  const placed =
    line && lines.length === 1
      ? await placeOrder(deps, customer, { ...line, ...contact }, key, request.payload)
      : await deps.limitLargeOrders(lines.length, () =>
          writeOrder(deps, request, () => decideReorder(deps.db, original)),
        )
  if (isRefusal(placed)) return placed
  const totalPrice = await readTotal(deps.db, placed.orderId)
  return { ...placed, totalPrice }
}

/** Reads the lines that were not cancelled. Undefined for another user's order. */
async function readOriginal(
  db: Db,
  userId: string,
  orderId: string,
): Promise<OriginalOrder | undefined> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select(['part_id as productId', 'quantity', 'phone', 'address'])
    .where('orders.id', '=', orderId)
    .where('user_id', '=', userId)
    .where('cancelled_quantity', '=', 0)
    .orderBy('line')
    .execute()
  const [first] = rows
  if (!first) return undefined
  const { phone, address } = first
  return {
    ...{ phone, address },
    lines: rows.map(({ productId, quantity }) => ({ productId, quantity })),
  }
}

async function decideReorder(db: Db, { lines, phone, address }: OriginalOrder) {
  const ids = lines.map(({ productId }) => productId)
  const parts = await readPartsWithTerms(db, ids)
  const decided = decideLines(
    lines.flatMap(({ productId, quantity }) => {
      const part = parts.get(productId)
      return part ? [{ part, quantity }] : []
    }),
  )
  if (isRefusal(decided)) return decided
  return checkTotal(decided.totalCents) ?? { phone, address, note: '', lines: decided.lines }
}

async function readTotal(db: Db, orderId: string): Promise<number> {
  const { total_cents } = await db
    .selectFrom('orders')
    .select('total_cents')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return dollarsOf(total_cents)
}
