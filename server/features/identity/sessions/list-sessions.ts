import type { SignedIn } from '@freehub/contract/identity/account'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Asker } from '../guards.ts'
import { deviceOf } from './device.ts'

/** Where somebody is signed in, newest first. No more of a session than what is for him to see. */
export async function listSessions(db: Db, asker: Asker): Promise<SignedIn[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'updated_at'])
    .where('user_id', '=', asker.id)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    address: row.ip_address || null,
    since: row.created_at.toISOString(),
    // Moved with every exchange for a token, of which a page needs one every ten minutes.
    lastSeen: row.updated_at.toISOString(),
    current: row.id === asker.sessionId,
  }))
}
