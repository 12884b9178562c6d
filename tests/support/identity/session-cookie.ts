import { createHmac } from 'node:crypto'
import { sessionCookieName } from '../../../server/features/identity/auth.ts'
import { addCustomer, type Person } from '../shop/people.ts'
import type { TestShop } from '../shop/shop.ts'

/** The cookie of a person's session, as the identity provider signs it. */
export async function cookieFor(
  { db, config }: Pick<TestShop, 'db' | 'config'>,
  { sessionId }: Person,
): Promise<string> {
  const { token } = await db
    .selectFrom('sessions')
    .select('token')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const signature = createHmac('sha256', config.authSecret).update(token).digest('base64')
  return `${sessionCookieName(config)}=${encodeURIComponent(`${token}.${signature}`)}`
}

/** Somebody new who is signed in, with his cookie; without a password, so that it is fast. */
export async function addSignedIn(shop: TestShop, about: Parameters<typeof addCustomer>[1] = {}) {
  const person = await addCustomer(shop, about)
  return { ...person, cookie: await cookieFor(shop, person) }
}
