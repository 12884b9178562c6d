import { createHash } from 'node:crypto'
import { normalEmail } from '@freehub/contract/email'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { PREPARED } from '../../platform/database/prepared.ts'
import { isOwnOrigin } from '../../platform/http/origin.ts'
import { sendRefusal } from '../../platform/http/problems.ts'
import type { Guards } from '../../platform/http/route.ts'
import type { Auth } from './auth.ts'
import { headersOf } from './auth-routes.ts'
import { effectiveRole, type StaffRule } from './staff-rights.ts'

/** Who is asking, as the session says; never as a path or a body says. */
export interface Asker {
  id: string
  email: string
  name: string
  /** An admin whose rights are paused is a customer here. */
  role: 'customer' | 'admin'
  /** True for an admin, also while the rights are paused. */
  isStaff: boolean
  /** Where he is signed in. */
  sessionId: string
}

declare module 'fastify' {
  interface FastifyRequest {
    asker?: Asker
    /** Why the token was refused, on the one call that accepts a cookie instead. */
    tokenRefusal?: Refusal
    /** The session of the cookie, on the one call that accepts a cookie instead of a token. */
    session?: Session
  }
}

export type Session = NonNullable<Awaited<ReturnType<Auth['api']['getSession']>>>

/** Hooks that let in the holder of a token; an admin; the holder of a token or of a session cookie. */
export function makeGuards(
  pool: pg.Pool,
  { auth, config }: { auth: Auth; config: Pick<Config, 'publicUrl' | 'staff'> },
): Guards {
  const { staff } = config

  async function user(request: FastifyRequest, reply: FastifyReply) {
    const refusal = await recognise(pool, request, staff)
    if (refusal) return sendRefusal(reply, refusal)
  }
  async function admin(request: FastifyRequest, reply: FastifyReply) {
    const refusal = (await recognise(pool, request, staff)) ?? roleRefusal(request)
    if (refusal) return sendRefusal(reply, refusal)
  }
  async function session(request: FastifyRequest, reply: FastifyReply) {
    const refusal = await recognise(pool, request, staff)
    if (!refusal) return
    // A page that renews its token may send the expired one along with its cookie.
    if (!request.headers.cookie) return sendRefusal(reply, refusal)
    if (!isOwnOrigin(config, request)) return sendRefusal(reply, refuse('origin_foreign'))
    const found = await auth.api.getSession({ headers: headersOf(request) })
    if (!found) return sendRefusal(reply, refuse('session_missing'))
    request.session = found
    request.tokenRefusal = refusal
  }
  return { user, admin, session }
}

async function recognise(
  pool: pg.Pool,
  request: FastifyRequest,
  staff: StaffRule,
): Promise<Refusal | undefined> {
  const { authorization } = request.headers
  if (!authorization) return refuse('token_missing')
  const token = /^Bearer ([\w-]{43})$/i.exec(authorization)?.[1]
  const found = token && (await findAsker(pool, token, staff))
  if (!found) return refuse('token_invalid')
  const { isBanned, ...asker } = found
  if (isBanned) return refuse('user_banned')
  request.asker = asker
  return undefined
}

function roleRefusal(request: FastifyRequest): Refusal | undefined {
  return request.asker?.role === 'admin' ? undefined : refuse('role_insufficient')
}

/** Who is asking, on a call whose guard has let him through. */
export function askerOf(request: FastifyRequest): Asker {
  if (!request.asker) throw new Error('This route has no guard.')
  return request.asker
}

/** A refusal when an e-mail in a path or query is not the asker's own. */
export function foreignEmailRefusal(asker: Asker, email: string): Refusal | undefined {
  return normalEmail(email) === asker.email ? undefined : refuse('email_foreign')
}

/** Token, session, person, ban and role in one statement, so that what is lost is lost at once. */
async function findAsker(
  pool: pg.Pool,
  token: string,
  { graceHours }: StaffRule,
): Promise<(Asker & { isBanned: boolean }) | undefined> {
  const { rows } = await pool.query<Asker & { isBanned: boolean }>(FIND_ASKER_PREPARED, [
    hashToken(token),
    graceHours,
  ])
  return rows[0]
}

/** By a token's hash, and the hours of grace for admins. `npm run bench` measures it. */
export const FIND_ASKER = `select u.id, u.email, u.name, ${effectiveRole('$2')} as role,
    u.role = 'admin' as "isStaff", s.id as "sessionId",
    u.banned_at is not null as "isBanned"
  from access_tokens t
  join sessions s on s.id = t.session_id
  join users u on u.id = s.user_id
  where t.token_hash = $1 and t.expires_at > now() and s.expires_at > now()
    and u.deleted_at is null`

const FIND_ASKER_PREPARED = `${PREPARED} ${FIND_ASKER}`

/** How a token is kept. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
