import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { jwtVerify } from 'jose'
import type { Db } from '../../../platform/database/connections/connect.ts'

export const RESET_LINK_SECONDS = 3600
export const CONFIRM_LINK_SECONDS = 24 * 3600

/** Better Auth's request type of a link that changes an email address. */
export const CHANGE_REQUEST = 'change-email-verification'

/** Better Auth's identifier prefix of password reset links in `verifications`. */
export const RESET_LINK_PREFIX = 'reset-password:'

/** Identifier prefix of unused email changes in `verifications`. The token's `once` follows. */
export const CHANGE_LINK_PREFIX = 'change-email:'

/** Better Auth's setting for hashed identifiers, so that a copy of the table contains no usable link. */
export const LINK_STORAGE = {
  default: 'plain',
  overrides: { [RESET_LINK_PREFIX]: 'hashed', [CHANGE_LINK_PREFIX]: 'hashed' },
} as const

/** A valid link from a mail, which confirms the email of `owner` or changes it. */
export interface EmailLink {
  owner: { id: string; email: string; emailVerified: boolean; passwordHash: string | null }
  change?: { newEmail: string; once: string }
}

/** Reads the token of a link. Throws `INVALID_TOKEN` (401), or `USER_ALREADY_EXISTS` (422) for a taken email. */
export async function readEmailLink(
  { context }: GenericEndpointContext,
  db: Db,
  token: string,
): Promise<EmailLink> {
  const payload = await readToken(token, context.secret)
  const owner = payload && (await findOwner(db, payload))
  if (!owner) throw invalidLinkError()
  if (payload.requestType !== CHANGE_REQUEST) return { owner }
  const { updateTo: newEmail = '', once = '' } = payload
  const unused = await context.internalAdapter.findVerificationValue(CHANGE_LINK_PREFIX + once)
  if (!unused || unused.expiresAt <= new Date()) throw invalidLinkError()
  if (await isTaken(db, newEmail, owner.id)) throw emailTakenError()
  return { owner, change: { newEmail, once } }
}

interface Payload {
  userId: string
  email: string
  requestType?: string
  updateTo?: string
  once?: string
}

/** Verifies the token before any lookup, so that a forged token reveals no account. */
async function readToken(token: string, secret: string): Promise<Payload | undefined> {
  try {
    const key = new TextEncoder().encode(secret)
    const { payload } = await jwtVerify<Payload>(token, key, { algorithms: ['HS256'] })
    return payload.userId && payload.email ? payload : undefined
  } catch {
    return undefined
  }
}

function findOwner(db: Db, { userId, email }: Payload): Promise<EmailLink['owner'] | undefined> {
  return db
    .selectFrom('users')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.user_id', '=', 'users.id').on('accounts.provider_id', '=', 'credential'),
    )
    .select(['users.id', 'users.email', 'email_verified as emailVerified'])
    .select('accounts.password as passwordHash')
    .where('users.id', '=', userId)
    .where('users.email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Returns true if another account has the email. The owner has it if the link was used a moment ago. */
async function isTaken(db: Db, email: string, ownerId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', ownerId)
    .executeTakeFirst()
  return user !== undefined
}

export function invalidLinkError(): APIError {
  return new APIError('UNAUTHORIZED', {
    code: 'INVALID_TOKEN',
    message: 'This link has expired or was already used.',
  })
}

export function emailTakenError(): APIError {
  return new APIError('UNPROCESSABLE_ENTITY', {
    code: 'USER_ALREADY_EXISTS',
    message: 'Another account now has this email address.',
  })
}
