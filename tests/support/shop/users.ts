import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken } from '../../../server/features/identity/guards.ts'
import type { Db } from '../../../server/platform/database/connections/connect.ts'
import { type ApiClient, createApiClient } from './api-client.ts'

export interface TestUser {
  id: string
  email: string
  name: string
  role: 'customer' | 'admin'
  token: string
  sessionId: string
  call: ApiClient
}

type UserOptions = Partial<Pick<TestUser, 'email' | 'name' | 'role'>> & {
  /** True if the email is confirmed, which is the default. */
  emailConfirmed?: boolean
}

/**
 * Adds signed-in users directly in the database, without Better Auth. This is fast enough for hundreds of
 * users.
 */
export async function addUsers(
  { db, url }: { db: Db; url: string },
  count: number,
  { emailConfirmed = true, ...options }: UserOptions = {},
): Promise<TestUser[]> {
  const users = Array.from({ length: count }, () => buildUser(url, options))
  await db
    .insertInto('users')
    .values(
      users.map(({ id, email, name, role }) => ({
        id,
        email,
        name,
        role,
        image: null,
        email_verified: emailConfirmed,
      })),
    )
    .execute()
  await db
    .insertInto('sessions')
    .values(
      users.map(({ sessionId, id }) => ({
        id: sessionId,
        user_id: id,
        token: randomBytes(24).toString('base64url'),
        expires_at: sql<Date>`now() + interval '1 day'`,
        ip_address: null,
        user_agent: null,
      })),
    )
    .execute()
  await db
    .insertInto('access_tokens')
    .values(
      users.map(({ token, sessionId }) => ({
        token_hash: hashToken(token),
        session_id: sessionId,
        expires_at: sql<Date>`now() + interval '1 hour'`,
      })),
    )
    .execute()
  return users
}

function buildUser(url: string, options: Omit<UserOptions, 'emailConfirmed'>): TestUser {
  const id = randomUUIDv7()
  const token = randomBytes(32).toString('base64url')
  return {
    id,
    email: `person-${id}@example.com`,
    name: 'Ada Lovelace',
    role: 'customer',
    ...options,
    token,
    sessionId: randomUUIDv7(),
    call: createApiClient(url, token),
  }
}

export async function addCustomer(shop: { db: Db; url: string }, options: UserOptions = {}) {
  return (await addUsers(shop, 1, options))[0] as TestUser
}

export async function addAdmin(shop: { db: Db; url: string }, options: UserOptions = {}) {
  return addCustomer(shop, { ...options, role: 'admin' })
}

export function confirmEmail({ db }: { db: Db }, email: string) {
  return db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute()
}
