import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openVisitor } from '../../../../dev/sandbox/testing/visitor.ts'
import {
  askFactor,
  signUpGuarded,
  turnOn,
} from '../../../../tests/support/identity/second-factor.ts'
import { askIdentity, cookieOf, exchange } from '../../../../tests/support/identity/sign-in.ts'
import type { Answer } from '../../../../tests/support/shop/calls.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

type Provider = 'google' | 'github'
const providers: Provider[] = ['google', 'github']

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
})
// The clock stands, so that a code is of the step that the test means.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(async () => {
  vi.useRealTimers()
  await sql`delete from rate_limits`.execute(shop.db)
})
afterAll(() => shop.close())

test.each(providers)(
  'who signs in at %s in a window is asked for the code on the page that opened it',
  async (provider) => {
    const { email, app } = await guardedAt(provider)
    const { answer, cookie } = await signInAt(provider, email)
    expect(answer.body).toContain('"error":{"code":"second_factor_required"')
    expect(answer.body).not.toContain('"token"')
    await expectAskedForCode(email, answer)
    const second = await askFactor(shop, 'verify-totp', { code: app.code() }, cookie)
    expect(await isIn(email, second)).toBe(true)
  },
)

test.each(providers)(
  'who signs in at %s on a full page comes back to where the code is asked for',
  async (provider) => {
    const { email, app } = await guardedAt(provider)
    const { answer, cookie } = await signInAt(provider, email, leaveOnFullPage)
    expect(answer.headers.get('location')).toBe('/login/code')
    await expectAskedForCode(email, answer)
    const second = await askFactor(shop, 'verify-totp', { code: app.code() }, cookie)
    expect(await isIn(email, second)).toBe(true)
  },
)

test('who signs in with a code by phone is asked for the code of the app as well', async () => {
  const { email, app } = await signUpGuarded(shop)
  const phoneNumber = '+4915112345678'
  await shop.db
    .updateTable('users')
    .set({ sign_in_phone: phoneNumber, sign_in_phone_confirmed: true })
    .where('email', '=', email)
    .execute()
  const code = await codeSentTo(phoneNumber)
  const first = await askIdentity(shop, '/phone-number/verify', { phoneNumber, code })
  expect(first.body).toMatchObject({ twoFactorRedirect: true })
  await expectAskedForCode(email, first)
  const given = { code: app.code() }
  const second = await askFactor(shop, 'verify-totp', given, cookieOf(first))
  expect(await isIn(email, second)).toBe(true)
})

test('who has no password signs in anew before what is serious, if he came over fifteen minutes ago', async () => {
  const { email, session } = await memberAt('google')
  await age(email, 16)
  for (const what of ['enable', 'disable', 'generate-backup-codes']) {
    const answer = await askFactor(shop, what, {}, session)
    expect([answer.status, answer.body.code]).toEqual([403, 'SESSION_NOT_FRESH'])
  }
  await age(email, 14)
  expect((await askFactor(shop, 'enable', {}, session)).status).toBe(200)
})

/** There is no session in the answer, and none in the database but the one that turned it on. */
async function expectAskedForCode(email: string, answer: Answer) {
  expect(await isIn(email, answer)).toBe(false)
  expect(cookieOf(answer)).not.toMatch(/session-\d+=[^;]/)
  const { rows } = await sql`select s.id from sessions s join users u on u.id = s.user_id
    where u.email = ${email}`.execute(shop.db)
  expect(rows).toHaveLength(1)
}

const isIn = async (email: string, answer: Answer) =>
  (await exchange(shop, email, cookieOf(answer))).status === 200

async function age(email: string, minutes: number) {
  await sql`update sessions set created_at = now() - make_interval(mins => ${minutes})
    where user_id = (select id from users where email = ${email})`.execute(shop.db)
}

/** What the text says, as the identity provider keeps it. */
async function codeSentTo(phoneNumber: string): Promise<string> {
  await askIdentity(shop, '/phone-number/send-otp', { phoneNumber })
  const { rows } = await sql<{ value: string }>`
    select value from verifications where identifier = ${`phone-number-otp-${phoneNumber}`}`.execute(
    shop.db,
  )
  return rows[0]?.value.split(':')[0] ?? ''
}

/** Somebody with an account by a provider alone. */
async function memberAt(provider: Provider) {
  const email = `${randomUUID()}@dealer.example`
  const { answer } = await signInAt(provider, email)
  return { email, session: cookieOf(answer) }
}

async function guardedAt(provider: Provider) {
  const { email, session } = await memberAt(provider)
  return { email, ...(await turnOn(shop, session)) }
}

/** The whole way to a provider and back: what the shop answers at its end, and the browser's cookies. */
async function signInAt(provider: Provider, email: string, leave = leaveInWindow) {
  const start = await leave(provider)
  const there = openVisitor()
  const page = await there.follow(start.address)
  const posted = await there.post(page.address, { email, name: 'Ada Dealer' })
  const ended = posted.leadsTo?.startsWith(shop.url)
    ? posted
    : await there.follow(posted.leadsTo as string)
  const { cookie } = start
  const answer = await shop.visit('GET', ended.leadsTo as string, undefined, { cookie })
  return { answer, cookie: cookieOf(answer) }
}

async function leaveInWindow(provider: Provider) {
  const query = new URLSearchParams({
    provider,
    popupOrigin: shop.url,
    popupNonce: 'n',
    callbackURL: '/api/auth/window',
  })
  const answer = await shop.visit('GET', `/api/auth/oauth-popup/start?${query}`)
  return { address: answer.headers.get('location') as string, cookie: cookieOf(answer) }
}

async function leaveOnFullPage(provider: Provider) {
  const answer = await askIdentity(shop, '/sign-in/social', {
    provider,
    callbackURL: '/login?from=provider',
    disableRedirect: true,
  })
  return { address: answer.body.url as string, cookie: cookieOf(answer) }
}
