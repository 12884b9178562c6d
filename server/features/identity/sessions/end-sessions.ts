import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Asker } from '../guards.ts'

/** Ends one of the asker's own sessions, its tokens with it. */
export async function endSession(
  db: Db,
  asker: Asker,
  id: string,
): Promise<{ endedCount: number } | Refusal> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', asker.id)
    .executeTakeFirst()
  return numDeletedRows > 0n ? { endedCount: 1 } : refuse('session_not_found')
}

/** Ends all of them but the one that asks. */
export async function endOtherSessions(db: Db, asker: Asker): Promise<{ endedCount: number }> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '<>', asker.sessionId)
    .where('user_id', '=', asker.id)
    .executeTakeFirst()
  return { endedCount: Number(numDeletedRows) }
}
