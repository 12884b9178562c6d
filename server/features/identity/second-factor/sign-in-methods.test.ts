import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCookieClient } from '../../../../dev/sandbox/testing/cookie-client.ts'
import {
  callSecondFactor,
  enableSecondFactor,
  signUpWithSecondFactor,
} from '../../../../tests/support/identity/second-factor.ts'
import {
  callIdentity,
  exchangeSession,
  readCookies,
} from '../../../../tests/support/identity/sign-in.ts'
import type { ApiResponse } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'

type Provider = 'google' | 'github'
const providers: Provider[] = ['google', 'github']

const shop = await startTestShop({ sandbox: true })
// Stops the clock, so that codes belong to a known step.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(async () => {
  vi.useRealTimers()
  await sql`delete from rate_limits`.execute(shop.db)
})
afterAll(() => shop.close())

test.each(providers)(
  'asks for the code on the opener’s page after a popup sign-in at %s',
  async (provider) => {
    const { email, app } = await signUpWithSecondFactorAt(provider)
    const { response, cookie } = await signInWith(provider, email)
    expect(response.body).toContain('"error":{"code":"second_factor_required"')
    expect(response.body).not.toContain('"token"')
    await expectCodeRequired(email, response)
    const second = await callSecondFactor(shop, 'verify-totp', { code: app.code() }, cookie)
    expect(await isSignedIn(email, second)).toBe(true)
  },
)

test.each(providers)(
  'redirects to the code page after a full-page sign-in at %s',
  async (provider) => {
    const { email, app } = await signUpWithSecondFactorAt(provider)
    const { response, cookie } = await signInWith(provider, email, startOnFullPage)
    expect(response.headers.get('location')).toBe('/login/code')
    await expectCodeRequired(email, response)
    const second = await callSecondFactor(shop, 'verify-totp', { code: app.code() }, cookie)
    expect(await isSignedIn(email, second)).toBe(true)
  },
)

test('asks for the code of the authenticator app after a sign-in by phone', async () => {
  const { email, app } = await signUpWithSecondFactor(shop)
  const phoneNumber = '+4915112345678'
  await shop.db
    .updateTable('users')
    .set({ sign_in_phone: phoneNumber, sign_in_phone_confirmed: true })
    .where('email', '=', email)
    .execute()
  const code = await requestCode(phoneNumber)
  const first = await callIdentity(shop, '/phone-number/verify', { phoneNumber, code })
  expect(first.body).toMatchObject({ twoFactorRedirect: true })
  await expectCodeRequired(email, first)
  const body = { code: app.code() }
  const second = await callSecondFactor(shop, 'verify-totp', body, readCookies(first))
  expect(await isSignedIn(email, second)).toBe(true)
})

test('requires a fresh sign-in of a user without a password to change the second factor', async () => {
  const { email, session } = await signUpAt('google')
  await ageSessions(email, 16)
  for (const action of ['enable', 'disable', 'generate-backup-codes']) {
    const response = await callSecondFactor(shop, action, {}, session)
    expect([response.status, response.body.code]).toEqual([403, 'SESSION_NOT_FRESH'])
  }
  await ageSessions(email, 14)
  expect((await callSecondFactor(shop, 'enable', {}, session)).status).toBe(200)
})

/** Expects no new session, neither in the response nor in the database. */
async function expectCodeRequired(email: string, response: ApiResponse) {
  expect(await isSignedIn(email, response)).toBe(false)
  expect(readCookies(response)).not.toMatch(/session-\d+=[^;]/)
  const { rows } = await sql`select s.id from sessions s join users u on u.id = s.user_id
    where u.email = ${email}`.execute(shop.db)
  expect(rows).toHaveLength(1)
}

const isSignedIn = async (email: string, response: ApiResponse) =>
  (await exchangeSession(shop, email, readCookies(response))).status === 200

async function ageSessions(email: string, minutes: number) {
  await sql`update sessions set created_at = now() - make_interval(mins => ${minutes})
    where user_id = (select id from users where email = ${email})`.execute(shop.db)
}

/** Requests a code by SMS and reads it from the database. */
async function requestCode(phoneNumber: string): Promise<string> {
  await callIdentity(shop, '/phone-number/send-otp', { phoneNumber })
  const { rows } = await sql<{ value: string }>`
    select value from verifications where identifier = ${`phone-number-otp-${phoneNumber}`}`.execute(
    shop.db,
  )
  return rows[0]?.value.split(':')[0] ?? ''
}

/** Signs up a user who has only a provider account. */
async function signUpAt(provider: Provider) {
  const email = `${randomUUID()}@dealer.example`
  const { response } = await signInWith(provider, email)
  return { email, session: readCookies(response) }
}

async function signUpWithSecondFactorAt(provider: Provider) {
  const { email, session } = await signUpAt(provider)
  return { email, ...(await enableSecondFactor(shop, session)) }
}

/** Signs in at a provider and returns the shop's last response and its cookies. */
async function signInWith(provider: Provider, email: string, start = startInPopup) {
  const flow = await start(provider)
  const providerClient = createCookieClient()
  const page = await providerClient.follow(flow.url)
  const posted = await providerClient.post(page.url, { email, name: 'Ada Dealer' })
  const consented = posted.redirectUrl?.startsWith(shop.url)
    ? posted
    : await providerClient.follow(posted.redirectUrl as string)
  const { cookie } = flow
  const response = await shop.call('GET', consented.redirectUrl as string, undefined, { cookie })
  return { response, cookie: readCookies(response) }
}

async function startInPopup(provider: Provider) {
  const query = new URLSearchParams({
    provider,
    popupOrigin: shop.url,
    popupNonce: 'n',
    callbackURL: '/api/auth/window',
  })
  const response = await shop.call('GET', `/api/auth/oauth-popup/start?${query}`)
  return { url: response.headers.get('location') as string, cookie: readCookies(response) }
}

async function startOnFullPage(provider: Provider) {
  const response = await callIdentity(shop, '/sign-in/social', {
    provider,
    callbackURL: '/login?from=provider',
    disableRedirect: true,
  })
  return { url: response.body.url as string, cookie: readCookies(response) }
}
