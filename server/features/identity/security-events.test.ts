import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { enableSecondFactor } from '../../../tests/support/identity/second-factor.ts'
import {
  callIdentity,
  GOOD_PASSWORD,
  readCookies,
  signIn,
  signUp,
} from '../../../tests/support/identity/sign-in.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'

const lines: string[] = []

const logStream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
const shop = await startTestShop({
  logStream,
  settings: { LOG_LEVEL: 'info', GOOGLE_CLIENT_ID: 'shop', GOOGLE_CLIENT_SECRET: 'secret' },
})
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(shop.db)
  lines.length = 0
})
afterAll(() => shop.close())

/** Waits for the log's line of a security event. */
const waitForEvent = (event: string) =>
  waitUntil(`the log has ${event}`, () =>
    lines.map((line) => JSON.parse(line)).find((line) => line.event === event),
  )

test('logs a refused sign-in with its method and code, without the email', async () => {
  const user = await signUp(shop)
  lines.length = 0
  await signIn(shop, { ...user, password: 'a wrong password' })
  expect(await waitForEvent('sign_in')).toMatchObject({
    signInMethod: 'password',
    outcome: 'refused',
    code: 'INVALID_EMAIL_OR_PASSWORD',
    requestId: expect.any(String),
    status: 401,
  })
  expect(lines.join('')).not.toContain(user.email)
})

test('logs an accepted sign-in with the user', async () => {
  const user = await signUp(shop)
  lines.length = 0
  await signIn(shop, user)
  const userId = user.response.body.user.id
  expect(await waitForEvent('sign_in')).toMatchObject({
    signInMethod: 'password',
    outcome: 'accepted',
    userId,
  })
})

test('logs changes of the password and of the second factor with the user', async () => {
  const user = await signUp(shop)
  const userId = user.response.body.user.id
  const { cookie } = await enableSecondFactor(shop, user.cookie, GOOD_PASSWORD)
  expect(await waitForEvent('second_factor_enable')).toMatchObject({ outcome: 'accepted', userId })
  const passwords = { currentPassword: 'a wrong password', newPassword: 'eleven speeds back' }
  await callIdentity(shop, '/change-password', passwords, { cookie })
  expect(await waitForEvent('password_change')).toMatchObject({ outcome: 'refused', userId })
})

test('logs turning on the second factor, but not as a sign-in', async () => {
  const user = await signUp(shop)
  await enableSecondFactor(shop, user.cookie, GOOD_PASSWORD)
  const line = await waitUntil('the code is in the log', () =>
    lines
      .map((text) => JSON.parse(text))
      .find(({ route }) => route === '/api/auth/two-factor/verify-totp'),
  )
  expect(line).toMatchObject({ event: 'second_factor_enable' })
  expect(line.signInMethod).toBeUndefined()
})

test('logs an attempt to add a phone number, but not as a sign-in', async () => {
  const { cookie } = await signUp(shop)
  const body = { phoneNumber: '+12025550123', code: '000000', updatePhoneNumber: true }
  await callIdentity(shop, '/phone-number/verify', body, { cookie })
  const line = await waitForEvent('phone_add')
  expect(line.outcome).toBe('refused')
  expect(line.signInMethod).toBeUndefined()
})

test('logs a refused attempt to link a provider, but not as a sign-in', async () => {
  const { cookie } = await signUp(shop)
  const link = { provider: 'google', callbackURL: '/dashboard/account' }
  const started = await callIdentity(shop, '/link-social', link, { cookie })
  const state = new URL(started.body.url).searchParams.get('state')
  await shop.call(
    'GET',
    `/api/auth/callback/google?error=access_denied&state=${state}`,
    undefined,
    { cookie: `${cookie}; ${readCookies(started)}` },
  )
  const line = await waitForEvent('provider_link')
  expect(line).toMatchObject({ outcome: 'refused', code: 'access_denied' })
  expect(line.signInMethod).toBeUndefined()
})

test('logs a forbidden read with the user', async () => {
  const customer = await addCustomer(shop)
  await customer.call('GET', '/allOrders')
  expect(await waitForEvent('access_denied')).toMatchObject({
    code: 'role_insufficient',
    route: '/allOrders',
    userId: customer.id,
    status: 403,
  })
})

test('logs a limit that was reached', async () => {
  const email = 'guessed@example.com'
  for (let n = 0; n < 11; n += 1) await signIn(shop, { email, password: `guess ${n} of many` })
  expect(await waitForEvent('limit_reached')).toMatchObject({
    code: 'too_many_requests',
    status: 429,
  })
})

test('logs bans and role changes with the admin who made them', async () => {
  const [admin, customer] = [await addAdmin(shop), await addCustomer(shop)]
  await admin.call('PUT', `/user/admin/${customer.email}`)
  expect(await waitForEvent('role_grant')).toMatchObject({ outcome: 'accepted', userId: admin.id })
  await admin.call('DELETE', `/user/admin/${customer.email}`)
  expect(await waitForEvent('role_removal')).toMatchObject({
    outcome: 'accepted',
    userId: admin.id,
  })
  lines.length = 0
  await admin.call('DELETE', `/user/admin/${admin.email}`)
  expect(await waitForEvent('role_removal')).toMatchObject({
    outcome: 'refused',
    code: 'last_admin',
    userId: admin.id,
  })
  await admin.call('PUT', `/api/users/${customer.email}/ban`, { reason: 'Fraud.' })
  expect(await waitForEvent('ban')).toMatchObject({ outcome: 'accepted', userId: admin.id })
  expect(lines.join('')).not.toContain(customer.email)
})
