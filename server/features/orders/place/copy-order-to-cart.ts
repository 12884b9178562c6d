import type { CopiedOrder } from '@freehub/contract/cart/cart'
import { formatCount } from '@freehub/contract/money'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { RefusalError, runTransaction } from '../../../platform/database/run-transaction.ts'
import { addToCart } from '../../cart/merge-cart.ts'

interface OrderedLine {
  productId: string
  name: string
  quantity: number
  isOnSale: boolean
  available: number
  successorId: string | null
  successorName: string | null
}

/**
 * Copies the customer's own order, in any state, into the cart, without lines that were cancelled alone. Names
 * lines that are gone, replaced or short.
 */
export function copyOrderToCart(
  db: Db,
  userId: string,
  orderId: string,
): Promise<CopiedOrder | Refusal> {
  return runTransaction(db, async (tx) => {
    const lines = await readOrderedLines(tx, userId, orderId)
    if (lines.length === 0) throw new RefusalError(refuse('order_missing'))
    const quantities = new Map<string, number>()
    for (const { productId, successorId, isOnSale, quantity } of lines) {
      const id = isOnSale ? productId : successorId
      if (id) quantities.set(id, (quantities.get(id) ?? 0) + quantity)
    }
    const { leftOut } = await addToCart(
      tx,
      userId,
      [...quantities].map(([productId, quantity]) => ({ productId, quantity })),
    )
    if (leftOut.length > 0) throw new RefusalError(refuse('cart_full'))
    return { copied: quantities.size, notes: lines.flatMap(describeDifference) }
  })
}

/** Reads the lines of an order with the part that replaced each one, if it is no longer sold. */
async function readOrderedLines(db: Db, userId: string, orderId: string): Promise<OrderedLine[]> {
  const { rows } = await sql<OrderedLine>`
    select l.part_id as "productId", l.part_name as name, l.quantity,
      p.deleted_at is null as "isOnSale", s.id as "successorId", s.name as "successorName",
      coalesce(s.on_hand - s.reserved, p.on_hand - p.reserved) as available
    from orders o
    join order_lines l on l.order_id = o.id
    join parts p on p.id = l.part_id
    left join parts s on s.supersedes = p.sku and s.deleted_at is null and p.deleted_at is not null
    where o.id = ${orderId} and o.user_id = ${userId} and l.cancelled_quantity = 0
    order by l.line`.execute(db)
  return rows
}

function describeDifference(line: OrderedLine): CopiedOrder['notes'] {
  const { productId, name, isOnSale, quantity, available, successorId, successorName } = line
  if (!isOnSale && !successorId)
    return [{ productId, name, kind: 'gone', detail: `${name} is no longer sold.` }]
  if (!isOnSale) {
    const detail = `${name} was replaced by ${successorName}.`
    return [{ productId: successorId ?? productId, name, kind: 'replaced', detail }]
  }
  if (quantity <= available) return []
  const detail = `${name}: ${formatCount(quantity)} pieces ordered before, ${formatCount(available)} in stock now.`
  return [{ productId, name, kind: 'short', detail }]
}
