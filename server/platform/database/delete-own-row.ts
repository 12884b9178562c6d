import { type Refusal, type RefusalCode, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from './connections/connect.ts'

/** Deletes one of a user's rows. Refuses with `missingCode` if the user has no row with this id. */
export async function deleteOwnRow(
  db: Db,
  table: 'bike_profiles' | 'jobs' | 'saved_lists',
  userId: string,
  id: string,
  missingCode: RefusalCode,
): Promise<{ deletedCount: number } | Refusal> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where id = ${id} and user_id = ${userId}`.execute(db)
  return numAffectedRows > 0n ? { deletedCount: 1 } : refuse(missingCode)
}
