import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Principal } from '../guards.ts'

/** Ends one of the principal's own sessions and its tokens. */
export async function endSession(
  db: Db,
  principal: Principal,
  id: string,
): Promise<{ endedCount: number } | Refusal> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', principal.id)
    .executeTakeFirst()
  return numDeletedRows > 0n ? { endedCount: 1 } : refuse('session_not_found')
}

/** Ends all sessions of the principal except the current one. */
export async function endOtherSessions(
  db: Db,
  principal: Principal,
): Promise<{ endedCount: number }> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '<>', principal.sessionId)
    .where('user_id', '=', principal.id)
    .executeTakeFirst()
  return { endedCount: Number(numDeletedRows) }
}
