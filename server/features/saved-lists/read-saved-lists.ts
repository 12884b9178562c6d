import { cartQuantity, cartTotal, describeLine, isOrderable } from '@freehub/contract/cart/cart'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type {
  ListedSavedList,
  SavedList,
  SavedListEntry,
} from '@freehub/contract/saved-lists/saved-list-schemas'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { convertChangedAt } from '../../platform/database/convert-changed-at.ts'
import { readPartsWithTerms, selectTerms, toPartWithTerms } from '../catalog/parts/part-terms.ts'

/** Lists a user's lists with their current totals. The most recently changed list is first. */
export async function listSavedLists(db: Db, userId: string): Promise<ListedSavedList[]> {
  const lists = await selectLists(db, userId)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const rows = await db
    .selectFrom('saved_list_lines')
    .innerJoin('saved_lists', 'saved_lists.id', 'list_id')
    .select(['list_id as listId', 'part_id as partId', 'quantity'])
    .where('user_id', '=', userId)
    .execute()
  const rowsByList = Map.groupBy(rows, ({ listId }) => listId)
  const parts = await readPartsWithTerms(db, [...new Set(rows.map(({ partId }) => partId))])
  return lists.map((list) => {
    const lines = (rowsByList.get(list._id) ?? []).flatMap(({ partId, quantity }) => {
      const part = parts.get(partId)
      return part ? describeLine(part, quantity) : []
    })
    return {
      ...convertChangedAt(list),
      refusedCount: lines.filter((line) => !isOrderable(line)).length,
      quantity: cartQuantity(lines),
      totalCents: cartTotal(lines),
    }
  })
}

/** Reads one of a user's lists without its lines. */
export async function readSavedListEntry(
  db: Db,
  userId: string,
  id: string,
): Promise<SavedListEntry | undefined> {
  const row = await selectLists(db, userId).where('id', '=', id).executeTakeFirst()
  return row && convertChangedAt(row)
}

function selectLists(db: Db, userId: string) {
  return db
    .selectFrom('saved_lists')
    .select(['id as _id', 'name', 'version', 'changed_at'])
    .select(
      sql<number>`(select count(*) from saved_list_lines where list_id = saved_lists.id)`.as(
        'lineCount',
      ),
    )
    .where('user_id', '=', userId)
}

type LineRow = Parameters<typeof toPartWithTerms>[0] & { quantity: number }

/** Reads one of a user's lists with current prices, stock and problems. */
export async function readSavedList(
  db: Db,
  userId: string,
  id: string,
): Promise<SavedList | Refusal> {
  const list = await readSavedListEntry(db, userId, id)
  if (!list) return refuse('list_missing')
  const { rows } = await sql<LineRow>`
    select quantity, ${selectTerms} from saved_list_lines join parts on parts.id = part_id
    where list_id = ${id} order by saved_list_lines.position`.execute(db)
  const lines = rows.map(({ quantity, ...part }) => describeLine(toPartWithTerms(part), quantity))
  return { ...list, totalCents: cartTotal(lines), lines }
}
