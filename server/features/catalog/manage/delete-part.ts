import type { DeletedPart } from '@freehub/contract/catalog/parts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { insertEdit } from '../parts/part-edit-log.ts'
import { isArchived, isOrdered } from './archived.ts'

/**
 * Marks a part as deleted. Existing orders keep it. A part without orders cannot be restored, so its SKU becomes free.
 * `deletedCount` is 0 if the part was not on sale. `archived` also states the result of an earlier deletion.
 */
export function deletePart(db: Db, id: string, byUser: string): Promise<DeletedPart> {
  return db.transaction().execute(async (tx) => {
    // Orders lock the part too. The next statement sees all orders that were placed before.
    const { rows } = await sql`
      select from parts where id = ${id} and deleted_at is null for no key update`.execute(tx)
    if (rows.length > 0) {
      await sql`
        update parts set deleted_at = now(), sku = case when ${isOrdered} then sku end
        where id = ${id}`.execute(tx)
      await insertEdit(tx, { partId: id, kind: 'deleted', byUser, changes: [] })
    }
    const archived = await sql`select from parts where id = ${id} and ${isArchived}`.execute(tx)
    return { deletedCount: rows.length, ...(archived.rows.length > 0 && { archived: true }) }
  })
}
