import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

/** How many codes in a row may be wrong, and for how long none is looked at after that. */
const TRIES = 10
const REST_SECONDS = 15 * 60

/**
 * Takes one of somebody's tries before his code is looked at, in one statement: of many who try at
 * once none gets past the limit. Answers for how many seconds no code is looked at, or undefined.
 */
export async function takeTry(db: Db, userId: string): Promise<number | undefined> {
  const taken = await sql`
    update two_factors set
      failed_verification_count =
        case when locked_until is null then failed_verification_count + 1 else 1 end,
      locked_until =
        case when locked_until is null and failed_verification_count + 1 >= ${TRIES}
          then now() + make_interval(secs => ${REST_SECONDS}) end
    where user_id = ${userId} and (locked_until is null or locked_until <= now())`.execute(db)
  if (taken.numAffectedRows) return undefined
  const { rows } = await sql<{ rest: number }>`
    select ceil(extract(epoch from locked_until - now()))::int as rest
    from two_factors where user_id = ${userId}`.execute(db)
  return rows[0] && Math.max(1, rows[0].rest)
}

/** Gives the tries back to who had the right code. */
export async function giveTriesBack(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('two_factors')
    .set({ failed_verification_count: 0, locked_until: null })
    .where('user_id', '=', userId)
    .execute()
}
