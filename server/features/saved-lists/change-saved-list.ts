import { ORDER_LINES_MAXIMUM } from '@freehub/contract/constants'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type {
  ChangedSavedList,
  SavedListChanges,
  SavedListEntry,
} from '@freehub/contract/saved-lists/saved-list-schemas'
import { sql } from 'kysely'
import { claimIdempotencyKey } from '../../platform/database/claim-idempotency-key.ts'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { RefusalError, runTransaction } from '../../platform/database/run-transaction.ts'
import { computeQuantity, describeLines } from '../cart/change-cart.ts'
import { refuseAddedLines } from '../cart/write-cart.ts'
import { readPartsWithTerms } from '../catalog/parts/part-terms.ts'
import { readSavedListEntry } from './read-saved-lists.ts'

/**
 * Makes all changes to a list or none. Sums concurrent additions to a line. A repeated idempotency key changes nothing.
 * Returns the current lines of the parts in `changes`.
 */
export function changeSavedList(
  db: Db,
  userId: string,
  id: string,
  { name, changes = [] }: SavedListChanges,
  key: string | undefined,
): Promise<ChangedSavedList | Refusal> {
  return runTransaction(db, async (tx) => {
    const request = { userId, key, payload: ['changeSavedList', id, name ?? null, changes] }
    const isRepeated = (await claimIdempotencyKey(tx, request, id)) !== undefined
    await lockAndUpdateList(tx, userId, id, isRepeated ? undefined : { name })
    const ids = changes.map(({ productId }) => productId)
    const list = {
      quantities: await readQuantities(tx, id, ids),
      parts: await readPartsWithTerms(tx, ids),
    }
    const quantities = isRepeated
      ? list.quantities
      : new Map(changes.map((change) => [change.productId, computeQuantity(list, change)]))
    if (!isRepeated) await setQuantities(tx, id, quantities)
    const entry = (await readSavedListEntry(tx, userId, id)) as SavedListEntry
    if (entry.lineCount > ORDER_LINES_MAXIMUM) {
      const added = ids.filter((productId) => !list.quantities.has(productId))
      throw refuseAddedLines('list_full', added)
    }
    return { ...entry, lines: describeLines(list.parts, quantities) }
  })
}

/**
 * Locks one of the user's lists. With a change, also increments the version, sets the time of the change and, if given,
 * the name. Throws a RefusalError if the user has no such list.
 */
async function lockAndUpdateList(
  tx: Tx,
  userId: string,
  id: string,
  change: { name: string | undefined } | undefined,
): Promise<void> {
  const { rows } = await sql`
    update saved_lists set name = coalesce(${change?.name ?? null}, name),
      version = version + ${change ? 1 : 0}::int, changed_at = case when ${change !== undefined} then now() else changed_at end
    where id = ${id} and user_id = ${userId} returning id`.execute(tx)
  if (rows.length === 0) throw new RefusalError(refuse('list_missing'))
}

async function readQuantities(tx: Tx, id: string, partIds: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('saved_list_lines')
    .select(['part_id', 'quantity'])
    .where('list_id', '=', id)
    .where(sql<boolean>`part_id = any (${partIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ part_id, quantity }) => [part_id, quantity]))
}

/** Sets the quantities of lines, and adds missing lines. A quantity of 0 removes the line. */
async function setQuantities(tx: Tx, id: string, quantities: Map<string, number>): Promise<void> {
  const changed = [...quantities].filter(([, quantity]) => quantity > 0)
  const removed = [...quantities].flatMap(([partId, quantity]) => (quantity === 0 ? [partId] : []))
  await sql`
    with removed as (
      delete from saved_list_lines where list_id = ${id} and part_id = any (${removed}::uuid[])
    )
    insert into saved_list_lines (list_id, part_id, quantity)
    select ${id}, part_id, quantity
    from unnest(${changed.map(([partId]) => partId)}::uuid[],
      ${changed.map(([, quantity]) => quantity)}::int[]) with ordinality as changed (part_id, quantity, n)
    order by n
    on conflict (list_id, part_id) do update set quantity = excluded.quantity`.execute(tx)
}
