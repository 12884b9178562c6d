import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/**
 * Turning the second factor on or off is two writes of the library: the mark on the user, and the
 * factor. Where the shop was stopped between them the mark counts, and the factor follows it.
 */
export async function mendFactor(db: Db, userId: string): Promise<void> {
  await sql`update two_factors f set verified = u.two_factor_enabled from users u
    where u.id = f.user_id and f.user_id = ${userId} and f.verified != u.two_factor_enabled`.execute(
    db,
  )
}
