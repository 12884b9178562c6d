import { SAVED_LISTS_MAXIMUM } from '@freehub/contract/limits'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { NewSavedList, SavedListEntry } from '@freehub/contract/saved-lists/saved-list-schemas'
import { sql } from 'kysely'
import { createOnce } from '../../platform/database/claim-idempotency-key.ts'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { RefusalError, runTransaction } from '../../platform/database/run-transaction.ts'
import { readSavedListEntry } from './read-saved-lists.ts'

/** Saves a list. A repeated key returns the list saved before. Refuses unknown parts and more than 50 lists. */
export function addSavedList(
  db: Db,
  userId: string,
  list: NewSavedList,
  key: string | undefined,
): Promise<SavedListEntry | Refusal> {
  return runTransaction(db, async (tx) => {
    const request = { userId, key, payload: ['addSavedList', list] }
    const id = await createOnce(tx, request, (newId) => insertList(tx, userId, newId, list))
    return (await readSavedListEntry(tx, userId, id)) ?? refuse('list_missing')
  })
}

async function insertList(
  tx: Tx,
  userId: string,
  id: string,
  { name, lines }: NewSavedList,
): Promise<void> {
  const { rows: added } = await sql`
    insert into saved_lists (id, user_id, name) select ${id}, ${userId}, ${name}
    where (select count(*) from saved_lists where user_id = ${userId}) < ${SAVED_LISTS_MAXIMUM}
    returning id`.execute(tx)
  if (added.length === 0) throw new RefusalError(refuse('lists_full'))
  const { rows } = await sql`
    insert into saved_list_lines (list_id, part_id, quantity)
    select ${id}, id, quantity
    from unnest(${lines.map(({ productId }) => productId)}::uuid[],
      ${lines.map(({ quantity }) => quantity)}::int[]) with ordinality as line (part_id, quantity, n)
    join parts on id = part_id
    order by n returning part_id`.execute(tx)
  if (rows.length < lines.length) throw new RefusalError(refuse('part_missing'))
}
