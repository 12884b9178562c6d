import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  askIdentity,
  cookieOf,
  exchange,
  GOOD_PASSWORD,
  signUp,
} from '../../../tests/support/identity/sign-in.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const signIn = (email: string, password: string) =>
  askIdentity(shop, '/sign-in/email', { email, password })

const userOf = (email: string) =>
  shop.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

test('somebody signs up and is signed in as a customer', async () => {
  const { answer, cookie, email } = await signUp(shop)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { body } = await exchange(shop, email, cookie)
  const profile = await shop.visit('GET', `/user/${email}`, undefined, {
    authorization: `Bearer ${body.token}`,
  })
  expect(profile.body).toMatchObject({ email, role: 'customer', displayName: 'Grace Hopper' })
})

test('the session is a cookie that scripts cannot read', async () => {
  const { answer } = await signUp(shop)
  const [cookie] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^freehub-session-\d+=/)
  expect(cookie).toMatch(/; HttpOnly/i)
  expect(cookie).toMatch(/; SameSite=Lax/i)
})

test('each cookie is of this port, and none is named as every shop’s', async () => {
  const { email, password } = await signUp(shop)
  const answer = await askIdentity(shop, '/sign-in/email', { email, password, rememberMe: false })
  const names = answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
  const { port } = shop.config
  expect(names).toEqual([`freehub-session-${port}`, `freehub-${port}.dont_remember`])
  expect((await exchange(shop, email, cookieOf(answer))).status).toBe(200)
})

test('over TLS each cookie is of this host and goes over TLS alone', async () => {
  const { email, password } = await signUp(shop)
  const publicUrl = 'https://shop.example'
  shop = await shop.reopen({ PUBLIC_URL: publicUrl })
  const headers = { origin: publicUrl }
  const credentials = { email, password, rememberMe: false }
  const answer = await askIdentity(shop, '/sign-in/email', credentials, headers)
  shop = await shop.reopen({ PUBLIC_URL: '' })
  const cookies = answer.headers.getSetCookie()
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

test('HEAD is answered as GET is, from any page', async () => {
  const [head, get] = await Promise.all([
    shop.visit('HEAD', '/api/auth/get-session'),
    shop.visit('GET', '/api/auth/get-session'),
  ])
  expect(head.status).toBe(get.status)
  expect([get.status, head.body]).toEqual([200, ''])
})

test('stores a password only as a hash', async () => {
  const { email } = await signUp(shop)
  const { id } = (await userOf(email)) as { id: string }
  const account = await shop.db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(account.password).toMatch(/^fast:[0-9a-f]{32}:[0-9a-f]{128}$/)
})

test('who has signed up signs in, also with his address in capitals', async () => {
  const { email, password } = await signUp(shop)
  for (const written of [email, email.toUpperCase()]) {
    const answer = await signIn(written, password)
    expect(answer.status).toBe(200)
    expect((await exchange(shop, email, cookieOf(answer))).status).toBe(200)
  }
})

test('a wrong password and an unknown address look the same', async () => {
  const { email } = await signUp(shop)
  const wrong = await signIn(email, 'not the password')
  const unknown = await signIn('nobody@example.com', GOOD_PASSWORD)
  expect(wrong.status).toBe(401)
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  expect(wrong.body.code).toBe('INVALID_EMAIL_OR_PASSWORD')
})

test('an address that is taken cannot sign up again', async () => {
  const { email } = await signUp(shop)
  const again = await signUp(shop, { email: email.toUpperCase(), name: 'Somebody Else' })
  expect(again.answer.status).toBe(422)
  expect(again.cookie).toBe('')
  expect((await userOf(email))?.name).toBe('Grace Hopper')
})

test.each([
  { role: 'admin' },
  { role: ['admin'] },
  { emailVerified: true },
  { email_verified: true },
  { id: '00000000-0000-7000-8000-000000000000' },
])('nobody gives himself %j by signing up', async (more) => {
  const { email } = await signUp(shop, more)
  const user = await userOf(email)
  expect(user === undefined || (user.role === 'customer' && !user.email_verified)).toBe(true)
  expect(user?.id).not.toBe('00000000-0000-7000-8000-000000000000')
})

test('nobody makes himself an admin afterwards', async () => {
  const { email, cookie } = await signUp(shop)
  await askIdentity(shop, '/update-user', { role: 'admin' }, { cookie })
  await askIdentity(shop, '/update-user', { name: 'Admin', role: 'admin' }, { cookie })
  expect((await userOf(email))?.role).toBe('customer')
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
])('the address %j is refused', async (email) => {
  const { answer } = await signUp(shop, { email })
  expect(answer.status).toBe(400)
  expect(answer.body.message ?? answer.body.errors.email).toMatch(
    typeof email === 'string' ? 'Provide a valid email' : 'Give this as text.',
  )
})

test.each([
  ['fives', 400],
  ['a'.repeat(129), 400],
  ['sixsix', 200],
])('the password %s is answered with %i', async (password, status) => {
  expect((await signUp(shop, { password })).answer.status).toBe(status)
})

test.each(['123456', 'password', 'Password', 'QWERTY', 'iloveyou'])(
  'the password %s is one of the commonest and refused',
  async (password) => {
    const { answer, email } = await signUp(shop, { password })
    expect([answer.status, answer.body.code]).toEqual([400, 'PASSWORD_TOO_COMMON'])
    expect(await userOf(email)).toBeUndefined()
  },
)

test.each(['', '   ', 'x'.repeat(101), 'a\u0000b', 'two\nlines'])(
  'the name %j is refused',
  async (name) => {
    const { answer, email } = await signUp(shop, { name })
    expect(answer.status).toBe(400)
    expect(await userOf(email)).toBeUndefined()
  },
)

test.each(['javascript:alert(1)', 'http://pictures.example/me.jpg', 'x'.repeat(5000)])(
  'the picture %j is refused',
  async (image) => expect((await signUp(shop, { image })).answer.status).toBe(400),
)

test('signing in from a page of another site is refused', async () => {
  const { email, password } = await signUp(shop)
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', '']) {
    const headers: Record<string, string> = origin ? { origin } : {}
    const path = '/api/auth/sign-in/email'
    const answer = await shop.visit('POST', path, { email, password }, headers)
    expect([origin, answer.status, answer.body.code]).toEqual([origin, 403, 'origin_foreign'])
    expect(cookieOf(answer)).toBe('')
  }
})
