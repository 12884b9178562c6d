import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'

/** Ends what somebody, or somebody else in his name, has begun and not finished: links, half sign-ins. */
export async function endOpenLinks(db: Db | Tx, userId: string): Promise<void> {
  await sql`delete from verifications where value = ${userId}`.execute(db)
}
