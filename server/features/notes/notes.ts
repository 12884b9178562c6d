import { NOTES_MAXIMUM } from '@freehub/contract/limits'
import type { NewNote, Note, NotesQuery } from '@freehub/contract/notes/note-schemas'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { staffName } from '../../platform/database/staff-name.ts'

/** Lists the notes on a customer, or on an order and its customer: at most the newest 200, the newest first. */
export async function listNotes(db: Db, { order, user }: NotesQuery, callerId: string) {
  const rows = await db
    .selectFrom('staff_notes')
    .innerJoin('users', 'users.id', 'author_id')
    .select([
      'staff_notes.id',
      'text',
      'author_id',
      'order_id',
      'edited_at',
      staffName.as('author'),
    ])
    .select('staff_notes.created_at as at')
    .$if(order !== undefined, (query) =>
      query
        .where('user_id', '=', sql<string>`(select user_id from orders where id = ${order})`)
        .where((eb) => eb.or([eb('order_id', '=', order as string), eb('order_id', 'is', null)])),
    )
    .$if(user !== undefined, (query) =>
      query.where('user_id', '=', user as string).where('order_id', 'is', null),
    )
    .orderBy('staff_notes.created_at', 'desc')
    .orderBy('staff_notes.id', 'desc')
    .limit(NOTES_MAXIMUM)
    .execute()
  return rows.map(
    ({ id, text, author_id, order_id, author, at, edited_at }): Note => ({
      id,
      text,
      isOnOrder: order_id !== null,
      isOwn: author_id === callerId,
      author: author ?? '',
      at: at.toISOString(),
      editedAt: edited_at?.toISOString() ?? null,
    }),
  )
}

/**
 * Adds a note, or changes a note of the author if its text is still `seen`. Locks the customer, so that no note is added
 * while the account is being deleted.
 */
export async function putNote(
  db: Db,
  id: string,
  { order, user, text, seen }: NewNote,
  authorId: string,
): Promise<{ modifiedCount: number } | Refusal> {
  const customer = order
    ? sql`users join orders on orders.user_id = users.id and orders.id = ${order}`
    : sql`users`
  const { rows } = await sql<{ isWritten: boolean }>`
    with customer as (
      select users.id from ${customer}
      where users.deleted_at is null ${user ? sql`and users.id = ${user}` : sql``} for share of users
    ), written as (
      insert into staff_notes as note (id, user_id, order_id, author_id, text)
      select ${id}, customer.id, ${order ?? null}::uuid, ${authorId}, ${text} from customer
      ${seen === undefined ? sql`` : sql`where exists (select from staff_notes where id = ${id} for update)`}
      on conflict (id) do update set text = excluded.text, edited_at = now()
        where note.author_id = excluded.author_id and note.text <> excluded.text
          and note.text = coalesce(${seen}, note.text)
      returning 1
    )
    select exists (select from written) as "isWritten" from customer`.execute(db)
  const [result] = rows
  if (!result) return refuse(order ? 'order_missing' : 'user_missing')
  if (result.isWritten) return { modifiedCount: 1 }
  const own = await db
    .selectFrom('staff_notes')
    .select('text')
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  if (!own) return refuse('note_missing')
  return own.text === text ? { modifiedCount: 0 } : refuse('note_changed')
}

export async function deleteNote(db: Db, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('staff_notes')
    .where('id', '=', id)
    .executeTakeFirst()
  return { deletedCount: Number(numDeletedRows) }
}

/** Returns the number of notes on each order. Leaves out orders without notes. */
export async function countNotes(db: Db, orderIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ orderId: string; count: number }>`
    select order_id as "orderId", count(*) from staff_notes
    where order_id = any (${orderIds}::uuid[]) group by order_id`.execute(db)
  return new Map(rows.map(({ orderId, count }) => [orderId, count]))
}
