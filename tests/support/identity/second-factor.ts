import type { Answer } from '../shop/calls.ts'
import type { TestShop } from '../shop/shop.ts'
import { scan } from './authenticator-app.ts'
import { askIdentity, cookieOf, GOOD_PASSWORD, signUp } from './sign-in.ts'

type Shop = Pick<TestShop, 'url' | 'visit' | 'db'>

/** No app shows this just now, but for one in 300,000. */
export const NOT_THE_CODE = '000000'

/** Asks the identity provider about the second factor, as the page with the code does. */
export function askFactor(shop: Shop, what: string, body: object, cookie: string): Promise<Answer> {
  return askIdentity(shop, `/two-factor/${what}`, body, { cookie })
}

/** Turns the second factor on for who has this session, with the code of the step before the present one. */
export async function turnOn(shop: Shop, cookie: string, password?: string) {
  await confirmEmail(shop, cookie)
  const { body } = await askFactor(shop, 'enable', { ...(password && { password }) }, cookie)
  const app = scan(body.totpURI)
  const give = () => askFactor(shop, 'verify-totp', { code: app.code(-1) }, cookie)
  const first = await give()
  // A new step may have begun on its way, to which it was two steps old.
  const answer = first.status === 200 ? first : await give()
  if (answer.status !== 200) throw new Error(`The second factor is not on: ${answer.status}.`)
  return { app, backupCodes: body.backupCodes as string[], cookie: cookieOf(answer) }
}

/** Only who has confirmed his e-mail may turn it on. */
export async function confirmEmail({ url, visit, db }: Shop, cookie: string) {
  const headers = { origin: url, cookie }
  const { body } = await visit('GET', '/api/auth/get-session', undefined, headers)
  const { id } = body.user
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', id).execute()
}

/** Somebody new with a password and a second factor. */
export async function signUpGuarded(shop: Shop) {
  const person = await signUp(shop)
  return { ...person, ...(await turnOn(shop, person.cookie, GOOD_PASSWORD)) }
}
