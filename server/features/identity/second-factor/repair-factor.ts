import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/**
 * Repairs a change that was interrupted. Better Auth writes the flag on the user and the factor in
 * two statements. The flag takes precedence.
 */
export async function repairFactor(db: Db, userId: string): Promise<void> {
  await sql`update two_factors f set verified = u.two_factor_enabled from users u
    where u.id = f.user_id and f.user_id = ${userId} and f.verified != u.two_factor_enabled`.execute(
    db,
  )
}
