import type { CopiedLines } from '@freehub/contract/cart/cart'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { RefusalError, runTransaction } from '../../../platform/database/run-transaction.ts'
import { copyLinesToCart } from '../../cart/copy-lines-to-cart.ts'

/**
 * Copies an order to the cart, except cancelled lines, with the notes and refusals of `copyLinesToCart`. A repeated
 * idempotency key changes nothing.
 */
export function copyOrderToCart(
  db: Db,
  userId: string,
  orderId: string,
  key: string | undefined,
): Promise<CopiedLines | Refusal> {
  return runTransaction(db, async (tx) => {
    const lines = await readOrderedLines(tx, userId, orderId)
    if (lines.length === 0) throw new RefusalError(refuse('order_missing'))
    const request = { userId, key, payload: ['copyOrderToCart', orderId] }
    return copyLinesToCart(tx, request, lines, 'ordered before')
  })
}

function readOrderedLines(db: Db, userId: string, orderId: string) {
  return db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_id', 'orders.id')
    .select(['part_id as productId', 'part_name as name', 'quantity'])
    .where('orders.id', '=', orderId)
    .where('user_id', '=', userId)
    .where('cancelled_quantity', '=', 0)
    .orderBy('line')
    .execute()
}
