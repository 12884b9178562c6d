import type { ActiveSession } from '@freehub/contract/identity/calls'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Principal } from '../guards.ts'
import { formatDevice } from './device.ts'

/** Lists the principal's open sessions, newest first, without their secrets. */
export async function listSessions(db: Db, principal: Principal): Promise<ActiveSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'updated_at'])
    .where('user_id', '=', principal.id)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: formatDevice(row.user_agent),
    address: row.ip_address || null,
    since: row.created_at.toISOString(),
    // Updated by every token exchange. An open page makes one every ten minutes.
    lastSeen: row.updated_at.toISOString(),
    current: row.id === principal.sessionId,
  }))
}
