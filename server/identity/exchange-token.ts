import { randomBytes } from 'node:crypto'
import { normalEmail } from '@freehub/contract/email'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Auth } from './auth.ts'
import { hashToken } from './guards.ts'

/**
 * Exchanges the identity session in these headers for an access token: 32 random bytes, good for
 * ten minutes, kept as a hash beside its session. Refuses an e-mail that is not the session's.
 */
export async function exchangeToken(
  { auth, db }: { auth: Auth; db: Db },
  headers: Headers,
  email: string,
): Promise<{ token: string } | Refusal> {
  const found = await auth.api.getSession({ headers })
  if (!found) return refuse('session_missing')
  if (found.user.email !== normalEmail(email)) return refuse('email_foreign')
  const token = randomBytes(32).toString('base64url')
  await db
    .deleteFrom('access_tokens')
    .where('session_id', '=', found.session.id)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db
    .insertInto('access_tokens')
    .values({
      token_hash: hashToken(token),
      session_id: found.session.id,
      expires_at: sql<Date>`now() + interval '10 minutes'`,
    })
    .execute()
  return { token }
}
