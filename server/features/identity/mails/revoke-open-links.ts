import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'

/** Revokes a user's unused links, and sign-ins that wait for the second factor. */
export async function revokeOpenLinks(db: Db | Tx, userId: string): Promise<void> {
  await sql`delete from verifications where value = ${userId}`.execute(db)
}
