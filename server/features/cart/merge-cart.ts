import type { MergedCart, VisitorLines } from '@freehub/contract/cart/cart'
import { ORDER_LINES_MAXIMUM } from '@freehub/contract/constants'
import type { Refusal } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { countCart } from './read-cart.ts'
import { ensureCart, lockCart, setQuantities } from './write-cart.ts'

/** Merges a visitor's cart into the customer's, once. A second merge returns an empty result. */
export function mergeCart(
  db: Db,
  userId: string,
  { visitorCartId, lines }: { visitorCartId: string; lines: VisitorLines },
): Promise<MergedCart | Refusal> {
  return runTransaction(db, async (tx) => {
    const { rows } = await sql`
      insert into cart_merges (user_id, visitor_cart_id) values (${userId}, ${visitorCartId})
      on conflict do nothing returning user_id`.execute(tx)
    if (rows.length === 0) return { merged: [], leftOut: [] }
    return addToCart(tx, userId, lines)
  })
}

/** Raises lines of the cart to these quantities. Leaves out parts that are not sold or find no place. */
export async function addToCart(tx: Tx, userId: string, lines: VisitorLines): Promise<MergedCart> {
  const cartId = await ensureCart(tx, userId)
  const cart = await lockCart(
    tx,
    cartId,
    lines.map(({ productId }) => productId),
  )
  const { lineCount } = await countCart(tx, userId)
  let free = ORDER_LINES_MAXIMUM - lineCount
  const merged: MergedCart['merged'] = []
  const leftOut: string[] = []
  for (const { productId, quantity } of lines) {
    const part = cart.parts.get(productId)
    if (!part) continue
    const before = cart.quantities.get(productId) ?? 0
    if (!part.isOnSale || (before === 0 && free === 0)) leftOut.push(part.name)
    else if (quantity > before) {
      if (before === 0) free -= 1
      merged.push({ productId, name: part.name, before, after: quantity })
    }
  }
  await setQuantities(tx, cart, new Map(merged.map(({ productId, after }) => [productId, after])))
  return { merged, leftOut }
}
