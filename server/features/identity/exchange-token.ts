import { randomBytes } from 'node:crypto'
import { normalEmail } from '@freehub/contract/email'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { hashToken, type Session } from './guards.ts'

/**
 * Exchanges a session for an access token: 32 random bytes, valid for ten minutes, stored as a hash
 * beside its session. Refuses an e-mail that is not the session's.
 */
export async function exchangeToken(
  db: Db,
  found: Session | null,
  email: string,
): Promise<{ token: string } | Refusal> {
  if (!found) return refuse('session_missing')
  if (found.user.email !== normalEmail(email)) return refuse('email_foreign')
  const token = randomBytes(32).toString('base64url')
  const isKept = await keepToken(db, token, found.session.id)
  return isKept ? { token } : refuse('session_missing')
}

/** Beside its session, which is seen alive by that, unless it has ended or its person is banned. */
async function keepToken(db: Db, token: string, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    with seen as (
      update sessions s set updated_at = now() from users u
      where s.id = ${sessionId} and u.id = s.user_id and u.banned_at is null and u.deleted_at is null
      returning s.id
    ), expired as (
      delete from access_tokens where session_id = ${sessionId} and expires_at < now()
    )
    insert into access_tokens (token_hash, session_id, expires_at)
    select ${hashToken(token)}::bytea, id, now() + interval '10 minutes' from seen
    returning session_id`.execute(db)
  return rows.length > 0
}
