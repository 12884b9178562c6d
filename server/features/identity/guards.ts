import { hash } from 'node:crypto'
import { normalizeEmail } from '@freehub/contract/email'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { createBatcher } from '../../platform/create-batcher.ts'
import { PREPARED } from '../../platform/database/connections/prepared-statements.ts'
import { isOwnOrigin } from '../../platform/http/own-origin.ts'
import { sendRefusal } from '../../platform/http/problems.ts'
import type { Guards } from '../../platform/http/route.ts'
import type { Auth } from './auth.ts'
import { authHeaders } from './auth-routes.ts'
import { EFFECTIVE_ROLE, type StaffRule } from './staff-rights.ts'

/** The authenticated user of a request. The server reads it from the session, never from a path or a body. */
export interface Principal {
  id: string
  email: string
  name: string
  /** The effective role: `customer` for an admin whose rights are paused. */
  role: 'customer' | 'admin'
  /** True for every admin, including an admin whose rights are paused. */
  isAdminAccount: boolean
  emailConfirmed: boolean
  sessionId: string
}

declare module 'fastify' {
  interface FastifyRequest {
    principal?: Principal
    /** The authenticated user, for the log. */
    userId?: string
    /** The reason why the token was refused. Set only for a call that also accepts a cookie. */
    tokenRefusal?: Refusal
    /** The session of the cookie. Set only for a call that also accepts a cookie. */
    session?: Session
  }
}

export type Session = NonNullable<Awaited<ReturnType<Auth['api']['getSession']>>>

/**
 * Creates the hooks that require a token (`user`), an admin's token (`admin`), or a token or session cookie
 * (`session`). `token` requires a token, but does not look it up.
 */
export function createGuards(
  pool: pg.Pool,
  { auth, config }: { auth: Auth; config: Pick<Config, 'publicUrl' | 'staff'> },
): Guards {
  const findPrincipal = createPrincipalFinder(pool, config.staff)

  async function token(request: FastifyRequest, reply: FastifyReply) {
    const found = readToken(request)
    if (isRefusal(found)) return sendRefusal(reply, found)
  }
  async function user(request: FastifyRequest, reply: FastifyReply) {
    const refusal = await authenticate(findPrincipal, request)
    if (refusal) return sendRefusal(reply, refusal)
  }
  async function admin(request: FastifyRequest, reply: FastifyReply) {
    const refusal = (await authenticate(findPrincipal, request)) ?? refuseNonAdmin(request)
    if (refusal) return sendRefusal(reply, refusal)
  }
  async function session(request: FastifyRequest, reply: FastifyReply) {
    const refusal = await authenticate(findPrincipal, request)
    if (!refusal) return
    // A page may send its expired token with its cookie to get a new token.
    if (!request.headers.cookie) return sendRefusal(reply, refusal)
    if (!isOwnOrigin(config, request)) return sendRefusal(reply, refuse('origin_foreign'))
    const current = await auth.api.getSession({ headers: authHeaders(request) })
    if (!current) return sendRefusal(reply, refuse('session_missing'))
    request.session = current
    request.tokenRefusal = refusal
  }
  return { token, user, admin, session }
}

/** Sets the principal of a request with a valid token. Otherwise returns a refusal. */
async function authenticate(
  findPrincipal: FindPrincipal,
  request: FastifyRequest,
): Promise<Refusal | undefined> {
  const token = readToken(request)
  if (isRefusal(token)) return token
  const found = await findPrincipal(token)
  if (!found) return refuse('token_invalid')
  const { isBanned, ...principal } = found
  if (isBanned) return refuse('user_banned')
  request.principal = principal
  request.userId = principal.id
  return undefined
}

/** Returns the access token of a request, or a refusal if there is none or it cannot be valid. */
function readToken({ headers }: FastifyRequest): string | Refusal {
  const { authorization } = headers
  if (!authorization) return refuse('token_missing')
  return /^Bearer ([\w-]{43})$/i.exec(authorization)?.[1] ?? refuse('token_invalid')
}

function refuseNonAdmin(request: FastifyRequest): Refusal | undefined {
  return request.principal?.role === 'admin' ? undefined : refuse('role_insufficient')
}

/** Returns the condition on `orders` that limits customers to their own orders. Other orders look missing to them. */
export function visibleTo({ id, role }: Pick<Principal, 'id' | 'role'>) {
  return role === 'admin' ? sql<SqlBool>`true` : sql<SqlBool>`orders.user_id = ${id}`
}

/** Returns a refusal if the email address of a request is not the principal's own. */
export function refuseOtherEmail(principal: Principal, email: string): Refusal | undefined {
  return normalizeEmail(email) === principal.email ? undefined : refuse('email_foreign')
}

type FoundPrincipal = Principal & { isBanned: boolean }
type FindPrincipal = (token: string) => Promise<FoundPrincipal | undefined>

/** Returns a function that finds the principals of concurrent requests in one statement. */
function createPrincipalFinder(pool: pg.Pool, { graceHours }: StaffRule): FindPrincipal {
  const noTokens = Array<null>(MAX_TOKENS).fill(null)
  const find = createBatcher(
    async (hashes: Buffer[]) => {
      const values = [graceHours, ...hashes, ...noTokens.slice(hashes.length)]
      const { rows } = await pool.query<FoundPrincipal & { slot: number }>(
        `${PREPARED} ${FIND_PRINCIPALS}`,
        values,
      )
      const found = new Map(rows.map(({ slot, ...principal }) => [slot, principal]))
      return hashes.map((_, slot) => found.get(slot))
    },
    { maxItems: MAX_TOKENS, maxRunning: Number.POSITIVE_INFINITY },
  )
  return (token) => find(hashToken(token))
}

const MAX_TOKENS = 8

/** A fixed number of placeholders. For an array, PostgreSQL would plan the statement again for each array length. */
const slots = Array.from({ length: MAX_TOKENS }, (_, slot) => `($${slot + 2}::bytea, ${slot})`)

/**
 * Reads token, session, user, ban and role in one statement, so that every change takes effect
 * immediately. Parameters: the grace period of admins in hours, and the hashes of up to eight
 * tokens. `npm run bench` measures the statement.
 */
export const FIND_PRINCIPALS = `select slot, u.id, u.email, u.name, ${EFFECTIVE_ROLE} as role,
    u.role = 'admin' as "isAdminAccount", s.id as "sessionId",
    u.email_verified as "emailConfirmed", u.banned_at is not null as "isBanned"
  from (values ${slots.join(', ')}) requested (token_hash, slot)
  join access_tokens t on t.token_hash = requested.token_hash
  join sessions s on s.id = t.session_id
  join users u on u.id = s.user_id
  where t.expires_at > now() and s.expires_at > now() and u.deleted_at is null`

/** Returns the hash of the access token of a request that the guard `token` has accepted. */
export const hashTokenOf = (request: FastifyRequest) => hashToken(readToken(request) as string)

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
