import { randomUUID } from 'node:crypto'
import type { Answer } from '../shop/calls.ts'
import type { TestShop } from '../shop/shop.ts'

export const GOOD_PASSWORD = 'seven speeds forward'

/** Asks the identity provider as the login page does, from the shop's own origin. */
export function askIdentity(
  shop: Pick<TestShop, 'url' | 'visit'>,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return shop.visit('POST', `/api/auth${path}`, body, { origin: shop.url, ...headers })
}

/** Signs in by password; of `person` only e-mail and password are sent. */
export const signIn = (
  shop: Pick<TestShop, 'url' | 'visit'>,
  { email, password }: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<Answer> => askIdentity(shop, '/sign-in/email', { email, password }, headers)

/** Signs somebody up; answers who it is and the session's cookie. */
export async function signUp(shop: Pick<TestShop, 'url' | 'visit'>, about: object = {}) {
  const email = `rider-${randomUUID()}@example.com`
  const person = { email, name: 'Grace Hopper', password: GOOD_PASSWORD, ...about }
  const answer = await askIdentity(shop, '/sign-up/email', person)
  return { ...person, answer, cookie: cookieOf(answer) }
}

/** Exchanges a session's cookie for an access token, as the client does after login. */
export function exchange(
  shop: Pick<TestShop, 'url' | 'visit'>,
  email: string,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const path = `/user/${encodeURIComponent(email)}`
  return shop.visit('PUT', path, { email }, { origin: shop.url, cookie, ...headers })
}

/** What a browser would send back of the cookies that an answer sets. */
export function cookieOf({ headers }: Answer): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
