import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { confirmEmail } from '../../../../tests/support/identity/second-factor.ts'
import { askIdentity, GOOD_PASSWORD, signUp } from '../../../../tests/support/identity/sign-in.ts'
import { tally } from '../../../../tests/support/shop/calls.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { rateLimits } from '../../../platform/limits/rate-limits.ts'
import { countByAddress, networkOf } from './address-limits.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  askIdentity(shop, '/sign-in/email', { email, password }, headers)

/** So that none has to be opened while all processors are at work on passwords. */
const openConnections = () =>
  Promise.all(Array.from({ length: 20 }, () => shop.visit('GET', '/api/auth/reset-password/x')))

/** So many come one after the other, as far as the counts know. */
const cameBefore = (times: number, like: string) =>
  sql`update rate_limits set count = ${times} where key like ${like}`.execute(shop.db)

test('of fifty who guess a password at once, wherever they say they are, ten are heard', async () => {
  const { email } = await signUp(shop)
  await openConnections()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      signIn(i % 2 ? email : email.toUpperCase(), `a guess ${i}`, {
        'x-forwarded-for': `203.0.113.${i}`,
        'x-real-ip': `203.0.113.${i}`,
        forwarded: `for=203.0.113.${i}`,
        'x-freehub-address': `203.0.113.${i}`,
      }),
    ),
  )
  expect(tally(answers)).toEqual({ INVALID_EMAIL_OR_PASSWORD: 10, too_many_requests: 40 })
  for (const { status, headers } of answers) {
    if (status !== 429) continue
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900)
  }
  expect((await signIn(email, GOOD_PASSWORD)).status).toBe(429)
})

test('an address that nobody has is counted as one that somebody has', async () => {
  const guess = () => signIn('nobody@example.com', 'a guess')
  await guess()
  await cameBefore(9, 'account|%')
  expect((await guess()).body.code).toBe('INVALID_EMAIL_OR_PASSWORD')
  expect((await guess()).body.code).toBe('too_many_requests')
})

test('while one account is tried, others behind the same address sign in', async () => {
  const [tried, colleague] = [await signUp(shop), await signUp(shop)]
  await signIn(tried.email, 'a guess')
  await cameBefore(10, 'account|%')
  expect((await signIn(tried.email, GOOD_PASSWORD)).status).toBe(429)
  expect((await signIn(colleague.email, GOOD_PASSWORD)).status).toBe(200)
})

test('strangers who try a password from elsewhere do not keep its owner out where he is signed in', async () => {
  const { email } = await signUp(shop)
  shop = await shop.reopen({ TRUSTED_PROXIES: '127.0.0.1' })
  const from = (address: string, password: string) =>
    signIn(email, password, { 'x-forwarded-for': address })
  await from('203.0.113.7', 'a guess')
  await cameBefore(10, 'account|%')
  const strangers = [await from('203.0.113.7', GOOD_PASSWORD), await from('2001:db8::1', 'a guess')]
  expect(strangers.map(({ status }) => status)).toEqual([429, 429])
  expect((await from('127.0.0.1', GOOD_PASSWORD)).status).toBe(200)
  await sql`update sessions set expires_at = now() where user_id =
    (select id from users where email = ${email})`.execute(shop.db)
  expect((await from('127.0.0.1', GOOD_PASSWORD)).status).toBe(429)
  shop = await shop.reopen({ TRUSTED_PROXIES: '' })
})

test.each([
  ['/sign-in/email', 'way-in'],
  ['/sign-up/email', 'way-in'],
  ['/two-factor/verify-totp', 'way-in'],
  ['/phone-number/verify', 'way-in'],
  ['/passkey/verify-authentication', 'way-in'],
  ['/follow-email-link', 'way-in'],
  ['/request-password-reset', 'message'],
  ['/send-verification-email', 'message'],
  ['/change-email', 'message'],
  ['/phone-number/send-otp', 'message'],
  ['/two-factor/enable', 'anything'],
  ['/passkey/delete-passkey', 'anything'],
  ['/x/sign-in/email', 'anything'],
  ['/follow-email-links', 'anything'],
  ['/x/change-email', 'anything'],
  ['/change-emails', 'anything'],
])('counts %s by its address as %s', async (path, what) => {
  await countByAddress(rateLimits(shop.db), '203.0.113.7', path)
  const { rows } = await sql`select key from rate_limits`.execute(shop.db)
  expect(rows).toEqual([{ key: `address|203.0.113.7|${what}` }])
})

test('a hundred people behind one address may sign in within a minute', async () => {
  const person = await signUp(shop)
  await cameBefore(100, 'address|%way-in')
  expect((await signIn(person.email, GOOD_PASSWORD)).status).toBe(200)
})

test('who mistypes now and then is never kept out: the right password begins anew', async () => {
  const { email } = await signUp(shop)
  await signIn(email, 'mistyped')
  await cameBefore(9, 'account|%')
  expect((await signIn(email, GOOD_PASSWORD)).status).toBe(200)
  expect((await signIn(email, 'mistyped')).status).toBe(401)
  expect((await signIn(email, GOOD_PASSWORD)).status).toBe(200)
})

test('refuses too many sign-ins from one address, in every spelling of the path', async () => {
  const { email } = await signUp(shop)
  await cameBefore(120, 'address|%way-in')
  for (const path of ['/sign-in/email', '/Sign-In/Email', '//sign-in/email/', '/sign-in/%65mail']) {
    const { status, headers } = await askIdentity(shop, path, { email, password: 'x' })
    expect([path, status]).toEqual([path, expect.toBeOneOf([404, 429])])
    expect(headers.has('retry-after')).toBe(status === 429)
  }
})

test('the way of a page to a provider is limited too, and leads back to the login', async () => {
  await shop.visit('GET', '/api/auth/callback/google?state=x')
  await cameBefore(600, 'address|%anything')
  const { status, headers } = await shop.visit('GET', '/api/auth/callback/google?state=x')
  expect([status, headers.get('location')]).toEqual([302, '/login?error=too_many_requests'])
  expect(headers.get('retry-after')).toMatch(/^\d+$/)
})

test('whoever presses the link of a mail once too often reads so on the login', async () => {
  const link = '/api/auth/reset-password/x?callbackURL=/login/reset'
  await shop.visit('GET', link)
  await cameBefore(600, 'address|%anything')
  const { status, headers } = await shop.visit('GET', link)
  expect([status, headers.get('location')]).toEqual([302, '/login?error=too_many_requests'])
})

test.each([
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
])('limits guesses at the password of a session by %s', async (path) => {
  const { cookie } = await signUp(shop)
  await confirmEmail(shop, cookie)
  const body =
    path === '/change-password'
      ? { currentPassword: 'a guess', newPassword: 'another password' }
      : { password: 'a guess' }
  const guess = (spelt: string) => askIdentity(shop, path, body, { cookie: spelt })
  expect((await guess(cookie)).status).toBe(400)
  await cameBefore(10, 'account|%')
  for (const spelt of [cookie, cookie.replace('.', '%2E')]) {
    expect((await guess(spelt)).body.code).toBe('too_many_requests')
  }
})

test('a new password that is refused for itself is no guess', async () => {
  const { cookie, email } = await signUp(shop)
  for (let i = 0; i < 12; i++) {
    const body = { currentPassword: GOOD_PASSWORD, newPassword: 'password' }
    const { body: answer } = await askIdentity(shop, '/change-password', body, { cookie })
    expect(answer.code).toBe('PASSWORD_TOO_COMMON')
  }
  expect((await signIn(email, GOOD_PASSWORD)).status).toBe(200)
})

test('every page may ask who is there, as often as it likes', async () => {
  await Promise.all(Array.from({ length: 20 }, () => shop.visit('GET', '/api/auth/get-session')))
  const { rows } = await sql`select key from rate_limits where key like 'address|%'`.execute(
    shop.db,
  )
  expect(rows).toEqual([])
})

test('paths that are made up leave one count, not one each', async () => {
  for (let i = 0; i < 5; i++) await shop.visit('GET', `/api/auth/reset-password/made-up-${i}`)
  const { rows } = await sql`select from rate_limits where key like 'address|%'`.execute(shop.db)
  expect(rows).toHaveLength(1)
})

test('the table of counts does not say whose account was tried', async () => {
  await signIn('somebody@example.com', 'a guess')
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(shop.db)
  expect(rows.map(({ key }) => key).join()).not.toContain('somebody')
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the address %s is counted with %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('one network makes as many new accounts a day as the setting allows', async () => {
  const set = { SIGN_UPS_PER_NETWORK_MAX: '2', TRUSTED_PROXIES: '127.0.0.1' }
  shop = await shop.reopen(set)
  const join = (address: string, password = GOOD_PASSWORD) =>
    askIdentity(
      shop,
      '/sign-up/email',
      { email: `rider-${randomUUID()}@example.com`, name: 'Grace Hopper', password },
      { 'x-forwarded-for': address },
    )
  const made = [await join('2001:db8::1'), await join('2001:db8::1', 'password1')]
  expect(made.map(({ status }) => status)).toEqual([200, 400])
  const [second, refused] = [await join('2001:db8::2'), await join('2001:db8::3:4')]
  expect([second.status, refused.status, refused.body.code]).toEqual([
    200,
    429,
    'too_many_requests',
  ])
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(86_000)
  expect(seconds).toBeLessThanOrEqual(86_400)
  const others = [await join('2001:db8:0:1::1'), await join('203.0.113.9')]
  expect(others.map(({ status }) => status)).toEqual([200, 200])
  shop = await shop.reopen({ SIGN_UPS_PER_NETWORK_MAX: '', TRUSTED_PROXIES: '' })
})

test('an office where fifty people sign up on one day notices nothing', async () => {
  shop = await shop.reopen({ SIGN_UPS_PER_NETWORK_MAX: '' })
  const first = await signUp(shop)
  await cameBefore(49, '%|new-account')
  const [fiftieth, next] = [await signUp(shop), await signUp(shop)]
  expect([first, fiftieth, next].map(({ answer }) => answer.status)).toEqual([200, 200, 429])
})

test('does not count a guess that failed by a fault of the shop', async () => {
  const { email } = await signUp(shop)
  await sql`update accounts set password = 'no hash' from users
    where users.id = user_id and email = ${email}`.execute(shop.db)
  expect((await signIn(email, GOOD_PASSWORD)).status).toBe(500)
  const { rows } =
    await sql`select count from rate_limits where key like 'account|guesses|%'`.execute(shop.db)
  expect(rows).toEqual([{ count: 0 }])
  expect(shop.errors.splice(0)).toHaveLength(1)
})
