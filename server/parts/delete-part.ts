import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'

/** Takes a part out of the catalogue; its orders keep it. Answers 0 when there was none on sale. */
export async function deletePart(db: Db, id: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('parts')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
