import { createHash } from 'node:crypto'
import { normalizeEmail } from '@freehub/contract/email'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { PREPARED } from '../../platform/database/connections/client.ts'
import { isOwnOrigin } from '../../platform/http/origin.ts'
import { sendRefusal } from '../../platform/http/problems.ts'
import type { Guards } from '../../platform/http/route.ts'
import type { Auth } from './auth.ts'
import { authHeaders } from './auth-routes.ts'
import { effectiveRole, type StaffRule } from './staff-rights.ts'

/** The authenticated user of a request. The server reads it from the session, never from a path or a body. */
export interface Principal {
  id: string
  email: string
  name: string
  /** The effective role: `customer` for an admin whose rights are paused. */
  role: 'customer' | 'admin'
  /** True for every admin, including an admin whose rights are paused. */
  isStaff: boolean
  emailConfirmed: boolean
  sessionId: string
}

declare module 'fastify' {
  interface FastifyRequest {
    principal?: Principal
    /** The reason why the token was refused. Set on the call that accepts a cookie instead. */
    tokenRefusal?: Refusal
    /** The session of the cookie. Set on the call that accepts a cookie instead of a token. */
    session?: Session
  }
}

export type Session = NonNullable<Awaited<ReturnType<Auth['api']['getSession']>>>

/** Creates the hooks that require a token, an admin's token, or a token or session cookie. */
export function createGuards(
  pool: pg.Pool,
  { auth, config }: { auth: Auth; config: Pick<Config, 'publicUrl' | 'staff'> },
): Guards {
  const { staff } = config

  async function user(request: FastifyRequest, reply: FastifyReply) {
    const refusal = await authenticate(pool, request, staff)
    if (refusal) return sendRefusal(reply, refusal)
  }
  async function admin(request: FastifyRequest, reply: FastifyReply) {
    const refusal = (await authenticate(pool, request, staff)) ?? refuseNonAdmin(request)
    if (refusal) return sendRefusal(reply, refusal)
  }
  async function session(request: FastifyRequest, reply: FastifyReply) {
    const refusal = await authenticate(pool, request, staff)
    if (!refusal) return
    // A page may send its expired token with its cookie to get a new token.
    if (!request.headers.cookie) return sendRefusal(reply, refusal)
    if (!isOwnOrigin(config, request)) return sendRefusal(reply, refuse('origin_foreign'))
    const current = await auth.api.getSession({ headers: authHeaders(request) })
    if (!current) return sendRefusal(reply, refuse('session_missing'))
    request.session = current
    request.tokenRefusal = refusal
  }
  return { user, admin, session }
}

async function authenticate(
  pool: pg.Pool,
  request: FastifyRequest,
  staff: StaffRule,
): Promise<Refusal | undefined> {
  const { authorization } = request.headers
  if (!authorization) return refuse('token_missing')
  const token = /^Bearer ([\w-]{43})$/i.exec(authorization)?.[1]
  const found = token && (await findPrincipal(pool, token, staff))
  if (!found) return refuse('token_invalid')
  const { isBanned, ...principal } = found
  if (isBanned) return refuse('user_banned')
  request.principal = principal
  return undefined
}

function refuseNonAdmin(request: FastifyRequest): Refusal | undefined {
  return request.principal?.role === 'admin' ? undefined : refuse('role_insufficient')
}

/** Returns the authenticated user of a guarded call. Throws on a route without a guard. */
export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw new Error('This route has no guard.')
  return request.principal
}

/**
 * Returns the condition on `orders` that limits customers to their own orders. Other orders look
 * missing to them.
 */
export function visibleTo({ id, role }: Pick<Principal, 'id' | 'role'>) {
  return role === 'admin' ? sql<SqlBool>`true` : sql<SqlBool>`orders.user_id = ${id}`
}

/** Refuses an email in a path or query that is not the principal's own. */
export function refuseOtherEmail(principal: Principal, email: string): Refusal | undefined {
  return normalizeEmail(email) === principal.email ? undefined : refuse('email_foreign')
}

/**
 * Reads token, session, user, ban and role in one statement, so that every change takes effect
 * immediately.
 */
async function findPrincipal(
  pool: pg.Pool,
  token: string,
  { graceHours }: StaffRule,
): Promise<(Principal & { isBanned: boolean }) | undefined> {
  const { rows } = await pool.query<Principal & { isBanned: boolean }>(FIND_PRINCIPAL_PREPARED, [
    hashToken(token),
    graceHours,
  ])
  return rows[0]
}

/**
 * Parameters: the token's hash, and the grace period of admins in hours. `npm run bench` measures
 * the statement.
 */
export const FIND_PRINCIPAL = `select u.id, u.email, u.name, ${effectiveRole('$2')} as role,
    u.role = 'admin' as "isStaff", s.id as "sessionId",
    u.email_verified as "emailConfirmed", u.banned_at is not null as "isBanned"
  from access_tokens t
  join sessions s on s.id = t.session_id
  join users u on u.id = s.user_id
  where t.token_hash = $1 and t.expires_at > now() and s.expires_at > now()
    and u.deleted_at is null`

const FIND_PRINCIPAL_PREPARED = `${PREPARED} ${FIND_PRINCIPAL}`

/** Hashes a token for storage. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
