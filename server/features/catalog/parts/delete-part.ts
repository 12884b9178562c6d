import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/**
 * Marks a part as deleted and records who did it. Its orders keep it. Returns the number of deleted
 * parts: 0 if none was on sale.
 */
export async function deletePart(db: Db, id: string, byUser: string): Promise<number> {
  const { rows } = await sql`
    with deleted as (
      update parts set deleted_at = now() where id = ${id}::uuid and deleted_at is null returning id
    )
    insert into part_edits (id, part_id, kind, by_user)
    select ${randomUUIDv7()}::uuid, id, 'deleted', ${byUser}::uuid from deleted
    returning id`.execute(db)
  return rows.length
}
