import type { CopiedLines } from '@freehub/contract/cart/cart'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../platform/database/connections/connect.ts'
import { RefusalError, runTransaction } from '../../platform/database/run-transaction.ts'
import { copyLinesToCart } from '../cart/copy-lines-to-cart.ts'
import { readSavedListEntry } from './read-saved-lists.ts'

/**
 * Copies a list into the cart, with the notes and refusals of `copyLinesToCart`. A repeated idempotency key changes
 * nothing.
 */
export function addSavedListToCart(
  db: Db,
  userId: string,
  id: string,
  key: string | undefined,
): Promise<CopiedLines | Refusal> {
  return runTransaction(db, async (tx) => {
    if (!(await readSavedListEntry(tx, userId, id))) throw new RefusalError(refuse('list_missing'))
    const lines = await tx
      .selectFrom('saved_list_lines')
      .innerJoin('parts', 'parts.id', 'part_id')
      .select(['part_id as productId', 'name', 'quantity'])
      .where('list_id', '=', id)
      .orderBy('saved_list_lines.position')
      .execute()
    const request = { userId, key, payload: ['addSavedListToCart', id] }
    return copyLinesToCart(tx, request, lines, 'on the list')
  })
}
