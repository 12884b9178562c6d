import type { GenericEndpointContext } from 'better-auth'
import { APIError } from 'better-auth/api'
import { jwtVerify } from 'jose'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { CHANGE_LINK_PREFIX, CHANGE_REQUEST } from './link-kinds.ts'

/** A valid link from a mail, which confirms the e-mail of `owner` or changes it. */
export interface EmailLink {
  owner: { id: string; email: string; emailVerified: boolean; passwordHash: string | null }
  change?: { newEmail: string; once: string }
}

/**
 * Reads the token of a link. Throws `INVALID_TOKEN` (401) if it is malformed, expired or used, or if
 * the user has a different e-mail now. Throws `USER_ALREADY_EXISTS` (422) if the new address is taken.
 */
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
  const open = await context.internalAdapter.findVerificationValue(CHANGE_LINK_PREFIX + once)
  if (!open || open.expiresAt <= new Date()) throw invalidLinkError()
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

/** Verifies the token before any lookup, so that a forged one reveals no accounts. */
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

/** Whether another user has this e-mail. The owner has it if the link was just used. */
async function isTaken(db: Db, email: string, ownerId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', ownerId)
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
    message: 'Another account now has this address.',
  })
}
