import { createHmac } from 'node:crypto'
import { sessionCookieName } from '../../../server/features/identity/auth.ts'
import type { TestShop } from '../shop/shop.ts'
import { addCustomer, type TestUser } from '../shop/users.ts'

/** Creates the cookie of a user's session, with the signature of Better Auth. */
export async function createSessionCookie(
  { db, config }: Pick<TestShop, 'db' | 'config'>,
  { sessionId }: TestUser,
): Promise<string> {
  const { token } = await db
    .selectFrom('sessions')
    .select('token')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const signature = createHmac('sha256', config.authSecret).update(token).digest('base64')
  return `${sessionCookieName(config)}=${encodeURIComponent(`${token}.${signature}`)}`
}

/** Adds a signed-in user with a session cookie. Faster than a sign-up, because no password is hashed. */
export async function addUserWithCookie(
  shop: TestShop,
  options: Parameters<typeof addCustomer>[1] = {},
) {
  const user = await addCustomer(shop, options)
  return { ...user, cookie: await createSessionCookie(shop, user) }
}
