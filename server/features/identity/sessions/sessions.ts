import type { ActiveSession } from '@freehub/contract/identity/calls'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { Principal } from '../guards.ts'

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
    // Every token exchange updates this time. A page exchanges a token with its first call after the old one has expired.
    lastSeen: row.updated_at.toISOString(),
    current: row.id === principal.sessionId,
  }))
}

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

/** Patterns in order of precedence, because most browsers also name other browsers in their user agent. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chromium\//, 'Chromium'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone/, 'an iPhone'],
  [/iPad/, 'an iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'a Mac'],
  [/Linux|X11/, 'Linux'],
]

/** Formats a user agent as browser and system, such as `Firefox on Windows`. */
export function formatDevice(userAgent: string | null): string {
  const browser = findName(browsers, userAgent ?? '') ?? 'Unknown browser'
  const system = findName(systems, userAgent ?? '')
  return system ? `${browser} on ${system}` : browser
}

/** Returns the name of the first pattern that matches. */
function findName(names: [RegExp, string][], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1]
}
