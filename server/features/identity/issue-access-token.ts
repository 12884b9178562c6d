import { randomBytes } from 'node:crypto'
import { normalizeEmail } from '@freehub/contract/email'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { hashToken, type Session } from './guards.ts'

/** Issues a random access token for a session. It is valid for ten minutes and stored as a hash. */
export async function issueAccessToken(
  db: Db,
  session: Session | null,
  email: string,
): Promise<{ token: string } | Refusal> {
  if (!session) return refuse('session_missing')
  if (session.user.email !== normalizeEmail(email)) return refuse('email_foreign')
  const token = randomBytes(32).toString('base64url')
  const isStored = await storeToken(db, token, session.session.id)
  return isStored ? { token } : refuse('session_missing')
}

/**
 * Stores the token's hash, updates the session's time of last use, and deletes the session's expired tokens. Returns
 * false if the session has ended or the user is banned or deleted.
 */
async function storeToken(db: Db, token: string, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    with active as (
      update sessions s set updated_at = now() from users u
      where s.id = ${sessionId} and u.id = s.user_id and u.banned_at is null and u.deleted_at is null
      returning s.id
    ), expired as (
      delete from access_tokens where session_id = ${sessionId} and expires_at < now()
    )
    insert into access_tokens (token_hash, session_id, expires_at)
    select ${hashToken(token)}::bytea, id, now() + interval '10 minutes' from active
    returning session_id`.execute(db)
  return rows.length > 0
}
