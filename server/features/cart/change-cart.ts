import { type CartChange, type ChangedCart, describeLine } from '@freehub/contract/cart/cart'
import { priceAt } from '@freehub/contract/catalog/prices'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { formatCount } from '@freehub/contract/money'
import {
  type Refusal,
  type RefusalCode,
  type RefusedLine,
  refuse,
} from '@freehub/contract/refusals'
import { claimIdempotencyKey } from '../../platform/database/claim-idempotency-key.ts'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { RefusalError, runTransaction } from '../../platform/database/run-transaction.ts'
import type { PartWithTerms } from '../catalog/parts/part-terms.ts'
import { ensureCart, type LockedCart, lockCart, setQuantities } from './write-cart.ts'

/** Makes all changes or none. Sums concurrent additions to a line. A repeated idempotency key changes nothing. */
export function changeCart(
  db: Db,
  userId: string,
  changes: CartChange[],
  key: string | undefined,
): Promise<ChangedCart | Refusal> {
  return runTransaction(db, async (tx) => {
    const cartId = await ensureCart(tx, userId)
    const request = { userId, key, payload: ['changeCart', changes] }
    const isRepeated = (await claimIdempotencyKey(tx, request, cartId)) !== undefined
    const ids = changes.map(({ productId }) => productId)
    const cart = await lockCart(tx, cartId, ids, { isRepeated })
    const { version, lineCount, parts, quantities, seenPrices } = isRepeated
      ? cart
      : await applyChanges(tx, cart, changes)
    const lines = describeLines(parts, quantities, seenPrices)
    return { version, lineCount, lines, ...(isRepeated && { isRepeated }) }
  })
}

function applyChanges(tx: Tx, cart: LockedCart, changes: CartChange[]): Promise<LockedCart> {
  const quantities = new Map(
    changes.map((change) => [change.productId, computeQuantity(cart, change)]),
  )
  const seenPrices = new Map(
    changes.flatMap((change) => {
      const part = cart.parts.get(change.productId)
      if (!part || !('set' in change)) return []
      return [[change.productId, change.seenPriceCents ?? priceAt(part, change.set)]]
    }),
  )
  return setQuantities(tx, cart, quantities, seenPrices)
}

/** Describes the changed lines of a cart or a saved list, except removed lines. */
export function describeLines(
  parts: Map<string, PartWithTerms>,
  quantities: Map<string, number>,
  seenPrices = new Map<string, number>(),
) {
  return [...quantities].flatMap(([productId, quantity]) => {
    const part = parts.get(productId)
    return part && quantity > 0 ? [describeLine(part, quantity, seenPrices.get(productId))] : []
  })
}

type ChangedLines = Pick<LockedCart, 'quantities' | 'parts'> & Partial<LockedCart>

/**
 * Computes the quantity after a change of a line in a cart or a saved list. Throws a RefusalError if the seen quantity
 * is outdated or the new quantity exceeds QUANTITY_MAXIMUM. Also throws if the part is not on sale, unless the change
 * removes its line.
 */
export function computeQuantity(
  { quantities, parts, seenPrices }: ChangedLines,
  change: CartChange,
): number {
  const { productId } = change
  const current = quantities.get(productId) ?? 0
  if ('set' in change && change.seen !== current) {
    const detail =
      current === 0
        ? 'This line was removed in another window.'
        : `The quantity is ${formatCount(current)} now: it has changed in another window.`
    const part = parts.get(productId)
    const line = part && current > 0 && describeLine(part, current, seenPrices?.get(productId))
    throw createLineRefusal('line_changed', {
      productId,
      detail,
      ...(line && { available: line.available, line }),
    })
  }
  if ('set' in change && change.set === 0) return 0
  if (!parts.get(productId)?.isOnSale)
    throw createLineRefusal('part_missing', { productId, detail: 'This part is no longer sold.' })
  const quantity = 'set' in change ? change.set : current + change.add
  if (quantity > QUANTITY_MAXIMUM) {
    const detail = `Enter at most ${formatCount(QUANTITY_MAXIMUM)} pieces.`
    throw new RefusalError(refuse('input_invalid', { errors: { quantity: detail } }))
  }
  return quantity
}

function createLineRefusal(code: RefusalCode, line: Omit<RefusedLine, 'code'>) {
  return new RefusalError(refuse(code, { detail: line.detail, lines: [{ code, ...line }] }))
}
