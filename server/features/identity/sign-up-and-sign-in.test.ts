import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  callIdentity,
  exchangeSession,
  GOOD_PASSWORD,
  readCookies,
  signUp,
} from '../../../tests/support/identity/sign-in.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'

let shop = await startTestShop()
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const signIn = (email: string, password: string) =>
  callIdentity(shop, '/sign-in/email', { email, password })

const findUser = (email: string) =>
  shop.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

test('signs up a new user and signs them in as a customer', async () => {
  const { response, cookie, email } = await signUp(shop)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { body } = await exchangeSession(shop, email, cookie)
  const profile = await shop.call('GET', `/user/${email}`, undefined, {
    authorization: `Bearer ${body.token}`,
  })
  expect(profile.body).toMatchObject({ email, role: 'customer', displayName: 'Grace Hopper' })
})

test('sets an HttpOnly session cookie', async () => {
  const { response } = await signUp(shop)
  const [cookie] = response.headers.getSetCookie()
  expect(cookie).toMatch(/^freehub-session-\d+=/)
  expect(cookie).toMatch(/; HttpOnly/i)
  expect(cookie).toMatch(/; SameSite=Lax/i)
})

test('without TLS, cookie names contain the port', async () => {
  const { email, password } = await signUp(shop)
  const response = await callIdentity(shop, '/sign-in/email', {
    email,
    password,
    rememberMe: false,
  })
  const names = response.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
  const { port } = shop.config
  expect(names).toEqual([`freehub-session-${port}`, `freehub-${port}.dont_remember`])
  expect((await exchangeSession(shop, email, readCookies(response))).status).toBe(200)
})

test('binds cookies to the host under TLS', async () => {
  const { email, password } = await signUp(shop)
  const publicUrl = 'https://shop.example'
  shop = await shop.reopen({ PUBLIC_URL: publicUrl })
  const headers = { origin: publicUrl }
  const credentials = { email, password, rememberMe: false }
  const response = await callIdentity(shop, '/sign-in/email', credentials, headers)
  shop = await shop.reopen({ PUBLIC_URL: '' })
  const cookies = response.headers.getSetCookie()
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    '__Host-freehub-session',
    '__Host-freehub.dont_remember',
  ])
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Secure/i)
    expect(cookie).toMatch(/; HttpOnly/i)
    expect(cookie).toMatch(/; Path=\/(;|$)/i)
    expect(cookie).not.toMatch(/; Domain/i)
  }
})

test('responds to HEAD as to GET, but without a body', async () => {
  const [head, get] = await Promise.all([
    shop.call('HEAD', '/api/auth/get-session'),
    shop.call('GET', '/api/auth/get-session'),
  ])
  expect(head.status).toBe(get.status)
  expect([get.status, head.body]).toEqual([200, ''])
})

test('stores a password only as a hash', async () => {
  const { email } = await signUp(shop)
  const { id } = (await findUser(email)) as { id: string }
  const account = await shop.db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(account.password).toMatch(/^fast:[0-9a-f]{32}:[0-9a-f]{128}$/)
})

test('signs in with email and password, ignoring the case of the email', async () => {
  const { email, password } = await signUp(shop)
  for (const spelling of [email, email.toUpperCase()]) {
    const response = await signIn(spelling, password)
    expect(response.status).toBe(200)
    expect((await exchangeSession(shop, email, readCookies(response))).status).toBe(200)
  }
})

test('responds in the same way to a wrong password and an unknown email', async () => {
  const { email } = await signUp(shop)
  const wrong = await signIn(email, 'not the password')
  const unknown = await signIn('unknown@example.com', GOOD_PASSWORD)
  expect(wrong.status).toBe(401)
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  expect(wrong.body.code).toBe('INVALID_EMAIL_OR_PASSWORD')
})

test('refuses a sign-up with a taken email', async () => {
  const { email } = await signUp(shop)
  const secondSignUp = await signUp(shop, { email: email.toUpperCase(), name: 'Somebody Else' })
  expect(secondSignUp.response.status).toBe(422)
  expect(secondSignUp.cookie).toBe('')
  expect((await findUser(email))?.name).toBe('Grace Hopper')
})

test.each([
  { role: 'admin' },
  { role: ['admin'] },
  { emailVerified: true },
  { email_verified: true },
  { id: '00000000-0000-7000-8000-000000000000' },
])('ignores or refuses %j at sign-up', async (fields) => {
  const { email } = await signUp(shop, fields)
  const user = await findUser(email)
  expect(user === undefined || (user.role === 'customer' && !user.email_verified)).toBe(true)
  expect(user?.id).not.toBe('00000000-0000-7000-8000-000000000000')
})

test('a profile update does not change the role', async () => {
  const { email, cookie } = await signUp(shop)
  await callIdentity(shop, '/update-user', { role: 'admin' }, { cookie })
  await callIdentity(shop, '/update-user', { name: 'Admin', role: 'admin' }, { cookie })
  expect((await findUser(email))?.role).toBe('customer')
})

test.each([
  'ada@example',
  'ada',
  'ada lovelace@example.com',
  'a@b..com',
  'ada@-x.com',
  7,
  null,
  ['a@b.cd'],
])('refuses the email %j', async (email) => {
  const { response } = await signUp(shop, { email })
  expect(response.status).toBe(400)
  expect(response.body.errors?.email ?? response.body.title).toMatch(
    typeof email === 'string' ? 'Provide a valid email' : 'This must be text.',
  )
})

test.each([
  ['', 'User Name required'],
  ['N'.repeat(101), 'At most 100 characters.'],
  ['Ada\nLovelace', 'Write the name on one line.'],
  ['Ada\u202eecalevoL', 'Control characters are not allowed.'],
])('states why the name %j is refused', async (name, message) => {
  const { response } = await signUp(shop, { name })
  expect([response.status, response.body.code]).toEqual([400, 'INVALID_NAME'])
  expect(response.body.title).toBe(message)
})

test.each([
  ['fives', 400],
  ['a'.repeat(129), 400],
  ['sixsix', 200],
])('responds to a sign-up with the password %s with status %i', async (password, status) => {
  expect((await signUp(shop, { password })).response.status).toBe(status)
})

test.each(['123456', 'password', 'Password', 'QWERTY', 'iloveyou'])(
  'refuses the common password %s',
  async (password) => {
    const { response, email } = await signUp(shop, { password })
    expect([response.status, response.body.code]).toEqual([400, 'PASSWORD_TOO_COMMON'])
    expect(await findUser(email)).toBeUndefined()
  },
)

test.each(['', '   ', 'x'.repeat(101), 'a\u0000b', 'two\nlines'])(
  'refuses the name %j',
  async (name) => {
    const { response, email } = await signUp(shop, { name })
    expect(response.status).toBe(400)
    expect(await findUser(email)).toBeUndefined()
  },
)

test.each(['javascript:alert(1)', 'http://pictures.example/me.jpg', 'x'.repeat(5000)])(
  'refuses the picture %j',
  async (image) => expect((await signUp(shop, { image })).response.status).toBe(400),
)

test('refuses a cross-origin sign-in', async () => {
  const { email, password } = await signUp(shop)
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', '']) {
    const headers: Record<string, string> = origin ? { origin } : {}
    const path = '/api/auth/sign-in/email'
    const response = await shop.call('POST', path, { email, password }, headers)
    expect([origin, response.status, response.body.code]).toEqual([origin, 403, 'origin_foreign'])
    expect(readCookies(response)).toBe('')
  }
})
