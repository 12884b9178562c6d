import type { MergedCart, VisitorLines } from '@freehub/contract/cart/cart'
import { roundUpQuantity } from '@freehub/contract/catalog/prices'
import { ORDER_LINES_MAXIMUM, QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import type { Refusal } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { PartWithTerms } from '../catalog/parts/part-terms.ts'
import { ensureCart, lockCart, setQuantities } from './write-cart.ts'

/** Merges a visitor's cart into the customer's, once. A repeated merge changes nothing and returns the same result. */
export function mergeCart(
  db: Db,
  userId: string,
  { visitorCartId, lines }: { visitorCartId: string; lines: VisitorLines },
): Promise<MergedCart | Refusal> {
  return runTransaction(db, async (tx) => {
    const { rows } = await sql`
      insert into cart_merges (user_id, visitor_cart_id) values (${userId}, ${visitorCartId})
      on conflict do nothing returning user_id`.execute(tx)
    if (rows.length === 0) return readMerge(tx, userId, visitorCartId)
    const { merged, leftOut } = await mergeLines(tx, userId, lines)
    const result: MergedCart = {
      merged,
      leftOut: leftOut.map(({ name }) => name),
      unmergedIds: leftOut.filter(({ isOnSale }) => isOnSale).map(({ productId }) => productId),
    }
    await sql`
      update cart_merges set result = ${JSON.stringify(result)}
      where user_id = ${userId} and visitor_cart_id = ${visitorCartId}`.execute(tx)
    return result
  })
}

async function readMerge(tx: Tx, userId: string, visitorCartId: string): Promise<MergedCart> {
  const { rows } = await sql<{ result: MergedCart }>`
    select result from cart_merges
    where user_id = ${userId} and visitor_cart_id = ${visitorCartId}`.execute(tx)
  return rows[0]?.result as MergedCart
}

/**
 * Raises lines of the cart to these quantities, and never lowers one. With `addsQuantities`, adds these quantities and
 * rounds the sums up to quantities that can be ordered. Returns the changed lines in `merged`, and the earlier quantities
 * by part in `quantities`. `leftOut` has the parts that are not on sale or for which the cart has no free line. Ignores
 * unknown ids.
 */
export async function mergeLines(
  tx: Tx,
  userId: string,
  lines: VisitorLines,
  { addsQuantities = false } = {},
): Promise<{
  merged: MergedCart['merged']
  leftOut: PartWithTerms[]
  quantities: ReadonlyMap<string, number>
}> {
  const cartId = await ensureCart(tx, userId)
  const cart = await lockCart(
    tx,
    cartId,
    lines.map(({ productId }) => productId),
  )
  let freeLines = ORDER_LINES_MAXIMUM - cart.lineCount
  const merged: MergedCart['merged'] = []
  const leftOut: PartWithTerms[] = []
  for (const { productId, quantity: added } of lines) {
    const part = cart.parts.get(productId)
    if (!part) continue
    const before = cart.quantities.get(productId) ?? 0
    const quantity = addsQuantities
      ? Math.min(roundUpQuantity(part, before + added), QUANTITY_MAXIMUM)
      : added
    if (!part.isOnSale || (before === 0 && freeLines === 0)) leftOut.push(part)
    else if (quantity > before) {
      if (before === 0) freeLines -= 1
      merged.push({ productId, name: part.name, before, after: quantity })
    }
  }
  await setQuantities(tx, cart, new Map(merged.map(({ productId, after }) => [productId, after])))
  return { merged, leftOut, quantities: cart.quantities }
}
