import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  callSecondFactor,
  enableSecondFactor,
} from '../../../../tests/support/identity/second-factor.ts'
import {
  callIdentity,
  exchangeSession,
  GOOD_PASSWORD,
  readCookies,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { createSoftwareAuthenticator } from '../../../../tests/support/identity/software-authenticator.ts'
import { countOutcomes, createApiClient } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'

const shop = await startTestShop()
/** The shop at its host name, because passkeys are bound to a host name. */
const localShop = {
  db: shop.db,
  url: shop.config.origin,
  call: createApiClient(shop.config.origin),
}
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(async () => {
  vi.useRealTimers()
  await sql`delete from rate_limits`.execute(shop.db)
})
afterAll(() => shop.close())

type Device = ReturnType<typeof createSoftwareAuthenticator>

const newDevice = (options: object = {}) =>
  createSoftwareAuthenticator({ origin: localShop.url, ...options })

async function optionsFor(step: 'register' | 'authenticate', cookie = '') {
  const path = `/api/auth/passkey/generate-${step}-options`
  const response = await localShop.call('GET', path, undefined, { cookie })
  return { ...response, cookie: [cookie, readCookies(response)].filter(Boolean).join('; ') }
}

/** Creates a passkey on a device for the user of this session. */
async function register(cookie: string, device: Device, fields: object = {}) {
  const options = await optionsFor('register', cookie)
  if (options.status !== 200) return options
  const response = device.create(options.body)
  return callIdentity(
    localShop,
    '/passkey/verify-registration',
    { response, ...fields },
    { cookie: options.cookie },
  )
}

async function signInWith(device: Device, { cookie, body } = { cookie: '', body: {} as object }) {
  const options = cookie ? { cookie, body } : await optionsFor('authenticate')
  const response = device.get(options.body as { challenge: string })
  return verify(response, options.cookie)
}

const verify = (response: object, cookie: string) =>
  callIdentity(localShop, '/passkey/verify-authentication', { response }, { cookie })

const isSignedIn = async (email: string, cookie: string) =>
  (await exchangeSession(localShop, email, cookie)).status === 200

async function signUpWithPasskey() {
  const user = await signUp(localShop)
  const device = newDevice()
  const added = await register(user.cookie, device, { name: 'My phone' })
  expect(added.status).toBe(200)
  return { ...user, device, added }
}

test('signs in with a passkey, without entering an email', async () => {
  const { email, device, added } = await signUpWithPasskey()
  expect(added.body).toMatchObject({ name: 'My phone' })
  const response = await signInWith(device)
  expect(response.status).toBe(200)
  expect(await isSignedIn(email, readCookies(response))).toBe(true)
})

test('requires a resident key and user verification', async () => {
  const { cookie } = await signUp(localShop)
  const { body } = await optionsFor('register', cookie)
  expect(body.rp).toEqual({ name: 'Freehub', id: 'localhost' })
  expect(body.authenticatorSelection).toMatchObject({
    residentKey: 'required',
    userVerification: 'required',
  })
  expect((await optionsFor('authenticate')).body.userVerification).toBe('required')
})

test('refuses an authenticator without user verification', async () => {
  const { cookie } = await signUp(localShop)
  const added = await register(cookie, newDevice({ isUnlocked: false }))
  expect([added.status, added.body.code]).toEqual([400, 'AUTHENTICATION_FAILED'])
})

test('gives a passkey a default name', async () => {
  const { cookie } = await signUp(localShop)
  expect((await register(cookie, newDevice())).body.name).toBe('Passkey')
})

test('asks for the second factor after a passkey', async () => {
  const { email, cookie, device } = await signUpWithPasskey()
  const { app } = await enableSecondFactor(localShop, cookie, GOOD_PASSWORD)
  const first = await signInWith(device)
  expect(first.body).toEqual({
    twoFactorRedirect: true,
    twoFactorMethods: ['totp', 'backup-code'],
  })
  expect(await isSignedIn(email, readCookies(first))).toBe(false)
  const second = await callSecondFactor(
    localShop,
    'verify-totp',
    { code: app.code() },
    readCookies(first),
  )
  expect(await isSignedIn(email, readCookies(second))).toBe(true)
})

test('accepts a passkey’s assertion once for concurrent requests', async () => {
  const { device } = await signUpWithPasskey()
  const { cookie, body } = await optionsFor('authenticate')
  const response = device.get(body)
  const responses = await Promise.all(Array.from({ length: 5 }, () => verify(response, cookie)))
  expect(countOutcomes(responses)).toEqual({ 200: 1, CHALLENGE_NOT_FOUND: 4 })
})

test('refuses an assertion for another origin, host or challenge', async () => {
  const { cookie, device } = await signUpWithPasskey()
  for (const wrong of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
    const added = await register(cookie, newDevice(wrong))
    expect([added.status, added.body.code]).toEqual([400, 'FAILED_TO_VERIFY_REGISTRATION'])
  }
  const { body } = await optionsFor('authenticate')
  const other = await optionsFor('authenticate')
  const mismatched = await verify(device.get(body), other.cookie)
  expect([mismatched.status, mismatched.body.code]).toEqual([400, 'AUTHENTICATION_FAILED'])
})

test('refuses an unknown passkey', async () => {
  const response = await signInWith(newDevice())
  expect([response.status, response.body.code]).toEqual([401, 'PASSKEY_NOT_FOUND'])
})

test('refuses to register another user’s passkey', async () => {
  const { device } = await signUpWithPasskey()
  const { cookie } = await signUp(localShop)
  const added = await register(cookie, device)
  expect([added.status, added.body.code]).toEqual([400, 'PREVIOUSLY_REGISTERED'])
})

test('requires a fresh sign-in to add a passkey, and creates no session', async () => {
  const { email, cookie } = await signUp(localShop)
  const refused = await register(cookie, newDevice(), { createSession: true })
  expect([refused.status, refused.body.code]).toEqual([400, 'input_invalid'])
  const added = await register(cookie, newDevice())
  expect([added.status, added.body.session]).toEqual([200, undefined])
  await sql`update sessions set created_at = now() - interval '16 minutes'
    where user_id = (select id from users where email = ${email})`.execute(shop.db)
  const late = await register(cookie, newDevice())
  expect([late.status, late.body.code]).toEqual([403, 'SESSION_NOT_FRESH'])
})

test('lets only the owner remove a passkey, which then cannot sign in', async () => {
  const { cookie, device, added } = await signUpWithPasskey()
  const otherUser = await signUp(localShop)
  const remove = (sessionCookie: string) =>
    callIdentity(
      localShop,
      '/passkey/delete-passkey',
      { id: added.body.id },
      { cookie: sessionCookie },
    )
  expect((await remove(otherUser.cookie)).status).toBe(401)
  expect((await signInWith(device)).status).toBe(200)
  expect((await remove(cookie)).status).toBe(200)
  expect((await signInWith(device)).status).toBe(401)
})

test.each([{}, { id: { a: 1 } }, { id: ['x'] }, { id: null }, { id: 7 }, { id: 'x'.repeat(9000) }])(
  'refuses the malformed assertion %j',
  async (response) => {
    const { cookie } = await optionsFor('authenticate')
    expect((await verify(response, cookie)).status).toBe(400)
  },
)
