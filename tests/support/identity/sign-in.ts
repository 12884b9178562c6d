import { randomUUID } from 'node:crypto'
import type { ApiResponse } from '../shop/api-client.ts'
import type { TestShop } from '../shop/shop.ts'

export const GOOD_PASSWORD = 'seven speeds forward'

/** Calls Better Auth from the shop's own origin, as the login page does. */
export function callIdentity(
  shop: Pick<TestShop, 'url' | 'call'>,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return shop.call('POST', `/api/auth${path}`, body, { origin: shop.url, ...headers })
}

/** Signs in by password. */
export const signIn = (
  shop: Pick<TestShop, 'url' | 'call'>,
  { email, password }: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<ApiResponse> => callIdentity(shop, '/sign-in/email', { email, password }, headers)

/** Signs up a user. Returns the user, the response and the session cookie. */
export async function signUp(shop: Pick<TestShop, 'url' | 'call'>, overrides: object = {}) {
  const email = `rider-${randomUUID()}@example.com`
  const user = { email, name: 'Grace Hopper', password: GOOD_PASSWORD, ...overrides }
  const response = await callIdentity(shop, '/sign-up/email', user)
  return { ...user, response, cookie: readCookies(response) }
}

/** Exchanges a session's cookie for an access token, as the client does after login. */
export function exchangeSession(
  shop: Pick<TestShop, 'url' | 'call'>,
  email: string,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const path = `/user/${encodeURIComponent(email)}`
  return shop.call('PUT', path, { email }, { origin: shop.url, cookie, ...headers })
}

/** Returns the cookies of a response as a `Cookie` header. */
export function readCookies({ headers }: ApiResponse): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
