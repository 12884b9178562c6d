import { codeOfStep, stepAt } from '../../../server/features/identity/second-factor/totp.ts'
import type { ApiResponse } from '../shop/api-client.ts'
import type { TestShop } from '../shop/shop.ts'
import { callIdentity, GOOD_PASSWORD, readCookies, signUp } from './sign-in.ts'

type Shop = Pick<TestShop, 'url' | 'call' | 'db'>

/** A code that is correct with a probability of about 1 in 300,000. */
export const WRONG_CODE = '000000'

/** Calls a two-factor endpoint of Better Auth, like the page that asks for the code. */
export function callSecondFactor(
  shop: Shop,
  action: string,
  body: object,
  cookie: string,
): Promise<ApiResponse> {
  return callIdentity(shop, `/two-factor/${action}`, body, { cookie })
}

/** Turns on the second factor for this session's user with the previous code, so that the current one stays unused. */
export async function enableSecondFactor(shop: Shop, cookie: string, password?: string) {
  await confirmEmail(shop, cookie)
  const { body } = await callSecondFactor(shop, 'enable', { ...(password && { password }) }, cookie)
  const app = createAuthenticatorApp(body.totpURI)
  const verify = () => callSecondFactor(shop, 'verify-totp', { code: app.code(-1) }, cookie)
  let response = await verify()
  // A new step may have started during the request, which makes the code two steps old.
  if (response.status !== 200) response = await verify()
  if (response.status !== 200) throw new Error(`The second factor is not on: ${response.status}.`)
  return { app, backupCodes: body.backupCodes as string[], cookie: readCookies(response) }
}

/** Confirms the email of this session's user, which the second factor requires. */
export async function confirmEmail({ url, call, db }: Shop, cookie: string) {
  const headers = { origin: url, cookie }
  const { body } = await call('GET', '/api/auth/get-session', undefined, headers)
  const { id } = body.user
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute()
}

/** Signs up a user with a password and a second factor. */
export async function signUpWithSecondFactor(shop: Shop) {
  const user = await signUp(shop)
  return { ...user, ...(await enableSecondFactor(shop, user.cookie, GOOD_PASSWORD)) }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Creates an authenticator app. `code` returns the code of the current time step plus `stepsAhead`. */
export function createAuthenticatorApp(totpUri: string) {
  const key = decodeBase32(new URL(totpUri).searchParams.get('secret') ?? '')
  return { code: (stepsAhead = 0) => codeOfStep(key, stepAt(Date.now()) + stepsAhead) }
}

function decodeBase32(base32: string): Uint8Array {
  const bits = [...base32].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = bits.join('').match(/[01]{8}/g) ?? []
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2))
}
