import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { confirmEmail } from '../../../../tests/support/identity/second-factor.ts'
import { callIdentity, GOOD_PASSWORD, signUp } from '../../../../tests/support/identity/sign-in.ts'
import { countOutcomes } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { createRateLimits } from '../../../platform/limits/rate-limits.ts'
import { findEndpoint, type IdentityEndpoint } from '../endpoints.ts'
import { listAccountCounters } from './account-limits.ts'
import { countNetworkRequest } from './request-limits.ts'

let shop = await startTestShop()
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  callIdentity(shop, '/sign-in/email', { email, password }, headers)

/** Opens the connections before the CPUs are busy with password hashes. */
const openConnections = () =>
  Promise.all(Array.from({ length: 20 }, () => shop.call('GET', '/api/auth/reset-password/x')))

const endpointAt = (path: string) => findEndpoint(path) as IdentityEndpoint

/** Sets the counts whose keys match `like`, as if `times` requests had come before. */
const setCounts = (times: number, like: string) =>
  sql`update rate_limits set count = ${times} where key like ${like}`.execute(shop.db)

test('checks at most ten of fifty concurrent password guesses, regardless of forged IP addresses', async () => {
  const { email } = await signUp(shop)
  await openConnections()
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      signIn(i % 2 ? email : email.toUpperCase(), `a guess ${i}`, {
        'x-forwarded-for': `203.0.113.${i}`,
        'x-real-ip': `203.0.113.${i}`,
        forwarded: `for=203.0.113.${i}`,
        'x-freehub-ip-address': `203.0.113.${i}`,
      }),
    ),
  )
  expect(countOutcomes(responses)).toEqual({ INVALID_EMAIL_OR_PASSWORD: 10, too_many_requests: 40 })
  for (const { status, headers } of responses) {
    if (status !== 429) continue
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900)
  }
  expect((await signIn(email, GOOD_PASSWORD)).status).toBe(429)
})

test('limits password guesses also for an unknown email', async () => {
  const guess = () => signIn('unknown@example.com', 'a guess')
  await guess()
  await setCounts(9, 'account|%')
  expect((await guess()).body.code).toBe('INVALID_EMAIL_OR_PASSWORD')
  expect((await guess()).body.code).toBe('too_many_requests')
})

test('lets other accounts sign in from the IP address of an attacker', async () => {
  const [tried, colleague] = [await signUp(shop), await signUp(shop)]
  await signIn(tried.email, 'a guess')
  await setCounts(10, 'account|%')
  expect((await signIn(tried.email, GOOD_PASSWORD)).status).toBe(429)
  expect((await signIn(colleague.email, GOOD_PASSWORD)).status).toBe(200)
})

test('lets users sign in from a known network while attackers guess their password', async () => {
  const { email } = await signUp(shop)
  shop = await shop.reopen({ TRUSTED_PROXIES: '127.0.0.1' })
  const from = (address: string, password: string) =>
    signIn(email, password, { 'x-forwarded-for': address })
  await from('203.0.113.7', 'a guess')
  await setCounts(10, 'account|%')
  const refused = [await from('203.0.113.7', GOOD_PASSWORD), await from('2001:db8::1', 'a guess')]
  expect(refused.map(({ status }) => status)).toEqual([429, 429])
  expect((await from('127.0.0.1', GOOD_PASSWORD)).status).toBe(200)
  await sql`update sessions set expires_at = now() where user_id =
    (select id from users where email = ${email})`.execute(shop.db)
  expect((await from('127.0.0.1', GOOD_PASSWORD)).status).toBe(429)
  shop = await shop.reopen({ TRUSTED_PROXIES: '' })
})

test.each([
  ['/sign-in/email', 'sign-in'],
  ['/sign-in/social', 'sign-in'],
  ['/sign-up/email', 'sign-in'],
  ['/two-factor/verify-totp', 'sign-in'],
  ['/two-factor/verify-backup-code', 'sign-in'],
  ['/phone-number/verify', 'sign-in'],
  ['/passkey/verify-authentication', 'sign-in'],
  ['/passkey/verify-registration', 'sign-in'],
  ['/follow-email-link', 'sign-in'],
  ['/request-password-reset', 'message'],
  ['/send-verification-email', 'message'],
  ['/change-email', 'message'],
  ['/phone-number/send-otp', 'message'],
  ['/two-factor/enable', 'other'],
  ['/passkey/delete-passkey', 'other'],
  ['/callback/google', 'other'],
])('counts the path %s in the limit for %s requests', async (path, kind) => {
  await countNetworkRequest(createRateLimits(shop.db), '203.0.113.7', endpointAt(path))
  // The mail of an earlier test may still be counted under its own key.
  const { rows } = await sql`select key from rate_limits where key like 'network|%'`.execute(
    shop.db,
  )
  expect(rows).toEqual([{ key: `network|203.0.113.7|${kind}` }])
})

test('allows a hundred sign-ins from one IP address within a minute', async () => {
  const user = await signUp(shop)
  await setCounts(100, 'network|%sign-in')
  expect((await signIn(user.email, GOOD_PASSWORD)).status).toBe(200)
})

test('resets the count of wrong passwords after a correct password', async () => {
  const { email } = await signUp(shop)
  await signIn(email, 'mistyped')
  await setCounts(9, 'account|%')
  expect((await signIn(email, GOOD_PASSWORD)).status).toBe(200)
  expect((await signIn(email, 'mistyped')).status).toBe(401)
  expect((await signIn(email, GOOD_PASSWORD)).status).toBe(200)
})

test('refuses too many sign-ins from one IP address, even with other spellings of the path', async () => {
  const { email } = await signUp(shop)
  await setCounts(120, 'network|%sign-in')
  for (const [path, expected] of [
    ['/sign-in/email', 429],
    ['/Sign-In/Email', 404],
    ['//sign-in/email/', 404],
    ['/sign-in/%65mail', 429],
  ] as const) {
    const { status, headers } = await callIdentity(shop, path, { email, password: 'x' })
    expect([path, status]).toEqual([path, expected])
    expect(headers.has('retry-after')).toBe(status === 429)
  }
})

test('limits callbacks of providers, and redirects to the login page', async () => {
  await shop.call('GET', '/api/auth/callback/google?state=x')
  await setCounts(600, 'network|%other')
  const { status, headers } = await shop.call('GET', '/api/auth/callback/google?state=x')
  expect([status, headers.get('location')]).toEqual([302, '/login?error=too_many_requests'])
  expect(headers.get('retry-after')).toMatch(/^\d+$/)
})

test('redirects to the login page when too many password reset links are opened', async () => {
  const link = '/api/auth/reset-password/x?callbackURL=/login/reset'
  await shop.call('GET', link)
  await setCounts(600, 'network|%other')
  const { status, headers } = await shop.call('GET', link)
  expect([status, headers.get('location')]).toEqual([302, '/login?error=too_many_requests'])
})

test.each([
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])('limits guesses of a signed-in user’s password at %s', async (path) => {
  const { cookie } = await signUp(shop)
  await confirmEmail(shop, cookie)
  const body =
    path === '/change-password'
      ? { currentPassword: 'a guess', newPassword: 'another password' }
      : { password: 'a guess' }
  const guess = (spelling: string) => callIdentity(shop, path, body, { cookie: spelling })
  expect((await guess(cookie)).status).toBe(400)
  await setCounts(10, 'account|%')
  for (const spelling of [cookie, cookie.replace('.', '%2E')]) {
    expect((await guess(spelling)).body.code).toBe('too_many_requests')
  }
})

test('does not count a refused new password as a guess', async () => {
  const { cookie, email } = await signUp(shop)
  for (let i = 0; i < 12; i++) {
    const body = { currentPassword: GOOD_PASSWORD, newPassword: 'password' }
    const { body: response } = await callIdentity(shop, '/change-password', body, { cookie })
    expect(response.code).toBe('PASSWORD_TOO_COMMON')
  }
  expect((await signIn(email, GOOD_PASSWORD)).status).toBe(200)
})

test('does not limit get-session', async () => {
  await Promise.all(Array.from({ length: 20 }, () => shop.call('GET', '/api/auth/get-session')))
  const { rows } = await sql`select key from rate_limits where key like 'network|%'`.execute(
    shop.db,
  )
  expect(rows).toEqual([])
})

test('shares one limit between password reset links with different tokens', async () => {
  for (let i = 0; i < 5; i++) await shop.call('GET', `/api/auth/reset-password/made-up-${i}`)
  const { rows } = await sql`select from rate_limits where key like 'network|%'`.execute(shop.db)
  expect(rows).toHaveLength(1)
})

test('allows requests of a network again after a minute', async () => {
  const limits = createRateLimits(shop.db)
  await countNetworkRequest(limits, '203.0.113.7', endpointAt('/two-factor/enable'))
  await setCounts(600, 'network|%other')
  expect(
    await countNetworkRequest(limits, '203.0.113.7', endpointAt('/two-factor/enable')),
  ).toBeGreaterThan(0)
  await sql`update rate_limits set last_request = last_request - 60000`.execute(shop.db)
  expect(
    await countNetworkRequest(limits, '203.0.113.7', endpointAt('/two-factor/enable')),
  ).toBeUndefined()
})

test('counts a request for an SMS against the limits of the phone number and of the user, but not as a guess', async () => {
  const counters = await listAccountCounters(shop.db, {
    ipAddress: '203.0.113.7',
    path: '/phone-number/send-otp',
    body: { phoneNumber: '+12025550123' },
    readSessionEmail: async () => 'ada@example.com',
  })
  expect(counters).toMatchObject([{ isGuess: false }, { isGuess: false }])
})

test('stores no email addresses in the rate limits', async () => {
  await signIn('ada@example.com', 'a guess')
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(shop.db)
  expect(rows.map(({ key }) => key).join()).not.toContain('ada@')
})

test('limits the new accounts of one network per day; a refused sign-up does not count', async () => {
  const settings = { SIGN_UPS_PER_NETWORK_MAX: '2', TRUSTED_PROXIES: '127.0.0.1' }
  shop = await shop.reopen(settings)
  const signUpFrom = (address: string, password = GOOD_PASSWORD) =>
    callIdentity(
      shop,
      '/sign-up/email',
      { email: `rider-${randomUUID()}@example.com`, name: 'Grace Hopper', password },
      { 'x-forwarded-for': address },
    )
  const made = [await signUpFrom('2001:db8::1'), await signUpFrom('2001:db8::1', 'password1')]
  expect(made.map(({ status }) => status)).toEqual([200, 400])
  const [second, refused] = [await signUpFrom('2001:db8::2'), await signUpFrom('2001:db8::3:4')]
  expect([second.status, refused.status, refused.body.code]).toEqual([
    200,
    429,
    'too_many_requests',
  ])
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(86_000)
  expect(seconds).toBeLessThanOrEqual(86_400)
  const others = [await signUpFrom('2001:db8:0:1::1'), await signUpFrom('203.0.113.9')]
  expect(others.map(({ status }) => status)).toEqual([200, 200])
  shop = await shop.reopen({ SIGN_UPS_PER_NETWORK_MAX: '', TRUSTED_PROXIES: '' })
})

test('allows fifty sign-ups from one network a day by default', async () => {
  shop = await shop.reopen({ SIGN_UPS_PER_NETWORK_MAX: '' })
  const first = await signUp(shop)
  await setCounts(49, '%|new-account')
  const [fiftieth, next] = [await signUp(shop), await signUp(shop)]
  expect([first, fiftieth, next].map(({ response }) => response.status)).toEqual([200, 200, 429])
})

test('does not count a guess that failed with a server error', async () => {
  const { email } = await signUp(shop)
  await sql`update accounts set password = 'no hash' from users
    where users.id = user_id and email = ${email}`.execute(shop.db)
  expect((await signIn(email, GOOD_PASSWORD)).status).toBe(500)
  const { rows } =
    await sql`select count from rate_limits where key like 'account|guesses|%'`.execute(shop.db)
  expect(rows).toEqual([{ count: 0 }])
  expect(shop.errors.splice(0)).toHaveLength(1)
})
