import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/** After this many wrong codes in a row, all codes are refused for `LOCK_SECONDS`. */
const MAX_ATTEMPTS = 10
const LOCK_SECONDS = 15 * 60

/**
 * Counts an attempt before the code is checked, in one statement, so that concurrent attempts cannot
 * exceed the limit. Returns the seconds until the next attempt if the account is locked.
 */
export async function countAttempt(db: Db, userId: string): Promise<number | undefined> {
  const counted = await sql`
    update two_factors set
      failed_verification_count =
        case when locked_until is null then failed_verification_count + 1 else 1 end,
      locked_until =
        case when locked_until is null and failed_verification_count + 1 >= ${MAX_ATTEMPTS}
          then now() + make_interval(secs => ${LOCK_SECONDS}) end
    where user_id = ${userId} and (locked_until is null or locked_until <= now())`.execute(db)
  if (counted.numAffectedRows) return undefined
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from locked_until - now()))::int as seconds
    from two_factors where user_id = ${userId}`.execute(db)
  return rows[0] && Math.max(1, rows[0].seconds)
}

/** Resets the attempts after a correct code. */
export async function resetAttempts(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('two_factors')
    .set({ failed_verification_count: 0, locked_until: null })
    .where('user_id', '=', userId)
    .execute()
}
