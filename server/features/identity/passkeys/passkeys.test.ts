import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { askFactor, turnOn } from '../../../../tests/support/identity/second-factor.ts'
import {
  askIdentity,
  cookieOf,
  exchange,
  GOOD_PASSWORD,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { softwareAuthenticator } from '../../../../tests/support/identity/software-authenticator.ts'
import { callsOf, tally } from '../../../../tests/support/shop/calls.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop
/** The shop as a browser reaches it, in which a passkey is bound to a host name. */
let here: Pick<TestShop, 'url' | 'visit' | 'db'>

beforeAll(async () => {
  shop = await startTestShop()
  here = { db: shop.db, url: shop.config.origin, visit: callsOf(shop.config.origin) }
})
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(async () => {
  vi.useRealTimers()
  await sql`delete from rate_limits`.execute(shop.db)
})
afterAll(() => shop.close())

type Device = ReturnType<typeof softwareAuthenticator>

const newDevice = (about: object = {}) => softwareAuthenticator({ origin: here.url, ...about })

async function optionsFor(what: 'register' | 'authenticate', cookie = '') {
  const path = `/api/auth/passkey/generate-${what}-options`
  const answer = await here.visit('GET', path, undefined, { cookie })
  return { ...answer, cookie: [cookie, cookieOf(answer)].filter(Boolean).join('; ') }
}

/** Makes a passkey on a device for who has this session. */
async function register(cookie: string, device: Device, about: object = {}) {
  const options = await optionsFor('register', cookie)
  if (options.status !== 200) return options
  const response = device.create(options.body)
  return askIdentity(
    here,
    '/passkey/verify-registration',
    { response, ...about },
    { cookie: options.cookie },
  )
}

async function signInWith(device: Device, { cookie, body } = { cookie: '', body: {} as object }) {
  const options = cookie ? { cookie, body } : await optionsFor('authenticate')
  const response = device.get(options.body as { challenge: string })
  return verify(response, options.cookie)
}

const verify = (response: object, cookie: string) =>
  askIdentity(here, '/passkey/verify-authentication', { response }, { cookie })

const isIn = async (email: string, cookie: string) =>
  (await exchange(here, email, cookie)).status === 200

async function memberWithDevice() {
  const person = await signUp(here)
  const device = newDevice()
  const added = await register(person.cookie, device, { name: 'My phone' })
  expect(added.status).toBe(200)
  return { ...person, device, added }
}

test('somebody adds a passkey and signs in with it, without typing who he is', async () => {
  const { email, device, added } = await memberWithDevice()
  expect(added.body).toMatchObject({ name: 'My phone' })
  const answer = await signInWith(device)
  expect(answer.status).toBe(200)
  expect(await isIn(email, cookieOf(answer))).toBe(true)
})

test('a passkey is asked to be kept on the device, and unlocked each time', async () => {
  const { cookie } = await signUp(here)
  const { body } = await optionsFor('register', cookie)
  expect(body.rp).toEqual({ name: 'Freehub', id: 'localhost' })
  expect(body.authenticatorSelection).toMatchObject({
    residentKey: 'required',
    userVerification: 'required',
  })
  expect((await optionsFor('authenticate')).body.userVerification).toBe('required')
})

test('a device that was not unlocked lets nobody in', async () => {
  const { cookie } = await signUp(here)
  const added = await register(cookie, newDevice({ isUnlocked: false }))
  expect([added.status, added.body.code]).toEqual([400, 'AUTHENTICATION_FAILED'])
})

test('a passkey without a name is called one', async () => {
  const { cookie } = await signUp(here)
  expect((await register(cookie, newDevice())).body.name).toBe('Passkey')
})

test('who has a second factor is asked for it after the passkey too', async () => {
  const { email, cookie, device } = await memberWithDevice()
  const { app } = await turnOn(here, cookie, GOOD_PASSWORD)
  const first = await signInWith(device)
  expect(first.body).toEqual({
    twoFactorRedirect: true,
    twoFactorMethods: ['totp', 'backup-code'],
  })
  expect(await isIn(email, cookieOf(first))).toBe(false)
  const second = await askFactor(here, 'verify-totp', { code: app.code() }, cookieOf(first))
  expect(await isIn(email, cookieOf(second))).toBe(true)
})

test('what a device said counts once, however often it is sent', async () => {
  const { device } = await memberWithDevice()
  const { cookie, body } = await optionsFor('authenticate')
  const response = device.get(body)
  const answers = await Promise.all(Array.from({ length: 5 }, () => verify(response, cookie)))
  expect(tally(answers)).toEqual({ 200: 1, CHALLENGE_NOT_FOUND: 4 })
})

test('what a device said to another site, or for another host, lets nobody in', async () => {
  const { cookie, device } = await memberWithDevice()
  for (const elsewhere of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }]) {
    const added = await register(cookie, newDevice(elsewhere))
    expect([added.status, added.body.code]).toEqual([400, 'FAILED_TO_VERIFY_REGISTRATION'])
  }
  const { body } = await optionsFor('authenticate')
  const other = await optionsFor('authenticate')
  const foreign = await verify(device.get(body), other.cookie)
  expect([foreign.status, foreign.body.code]).toEqual([400, 'AUTHENTICATION_FAILED'])
})

test('a device that nobody has added is not known', async () => {
  const answer = await signInWith(newDevice())
  expect([answer.status, answer.body.code]).toEqual([401, 'PASSKEY_NOT_FOUND'])
})

test('a key that says it is another’s is refused', async () => {
  const { device } = await memberWithDevice()
  const { cookie } = await signUp(here)
  const added = await register(cookie, device)
  expect([added.status, added.body.code]).toEqual([400, 'PREVIOUSLY_REGISTERED'])
})

test('adding a passkey takes a fresh sign-in, and makes no other', async () => {
  const { email, cookie } = await signUp(here)
  const refused = await register(cookie, newDevice(), { createSession: true })
  expect([refused.status, refused.body.code]).toEqual([400, 'input_invalid'])
  const added = await register(cookie, newDevice())
  expect([added.status, added.body.session]).toEqual([200, undefined])
  await sql`update sessions set created_at = now() - interval '16 minutes'
    where user_id = (select id from users where email = ${email})`.execute(shop.db)
  const late = await register(cookie, newDevice())
  expect([late.status, late.body.code]).toEqual([403, 'SESSION_NOT_FRESH'])
})

test('a passkey is removed by its owner alone, and then lets nobody in', async () => {
  const { cookie, device, added } = await memberWithDevice()
  const stranger = await signUp(here)
  const remove = (one: string) =>
    askIdentity(here, '/passkey/delete-passkey', { id: added.body.id }, { cookie: one })
  expect((await remove(stranger.cookie)).status).toBe(401)
  expect((await signInWith(device)).status).toBe(200)
  expect((await remove(cookie)).status).toBe(200)
  expect((await signInWith(device)).status).toBe(401)
})

test.each([{}, { id: { a: 1 } }, { id: ['x'] }, { id: null }, { id: 7 }, { id: 'x'.repeat(9000) }])(
  'refuses %j, which no device sends',
  async (response) => {
    const { cookie } = await optionsFor('authenticate')
    expect((await verify(response, cookie)).status).toBe(400)
  },
)
