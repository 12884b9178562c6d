import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addSignedIn } from '../../../../tests/support/identity/session-cookie.ts'
import { askIdentity } from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop

const tried = { email: 'tried@example.com', password: 'a guess' }

beforeAll(async () => {
  shop = await startTestShop()
  await askIdentity(shop, '/sign-in/email', tried)
  await enoughCameBefore()
})
afterEach(() => sql`delete from rate_limits where key like 'address|%'`.execute(shop.db))
afterAll(() => shop.close())

/** As many wrong ones came before as are looked at. */
const enoughCameBefore = () =>
  sql`update rate_limits set count = 10 where key like 'account|guesses|%'`.execute(shop.db)

const MARK = '\uFEFF'

const limited = [429, 'too_many_requests']
const invalid = [400, 'input_invalid']
const missing = [404, 'route_missing']

const writings: [string, (fields: { email: string }) => string, unknown][] = [
  [
    'in capitals',
    ({ email, ...rest }) => JSON.stringify({ ...rest, email: email.toUpperCase() }),
    limited,
  ],
  ['behind a byte order mark', (fields) => MARK + JSON.stringify(fields), limited],
  ['behind two of them', (fields) => MARK + MARK + JSON.stringify(fields), invalid],
  ['behind a space and a mark', (fields) => ` ${MARK}${JSON.stringify(fields)}`, invalid],
  ['with white space around it', (fields) => `\r\n\t ${JSON.stringify(fields)}\n`, limited],
  [
    'behind another’s',
    (fields) => `{"email":"a@b.example",${JSON.stringify(fields).slice(1)}`,
    limited,
  ],
  ['with escapes', (fields) => JSON.stringify(fields).replace('"email"', '"\\u0065mail"'), limited],
  [
    'beside a prototype',
    (fields) => `{"__proto__":{"email":"a@b.example"},${JSON.stringify(fields).slice(1)}`,
    invalid,
  ],
  ['in a list', (fields) => JSON.stringify([fields]), invalid],
  [
    'in a list of its own',
    (fields) => JSON.stringify({ ...fields, email: [fields.email] }),
    invalid,
  ],
]

test.each(writings)(
  'a password is not guessed any longer with the e-mail written %s',
  async (_, write, refusal) => {
    const { status, body } = await ask('/sign-in/email', write(tried))
    expect([status, body.code]).toEqual(refusal)
  },
)

test.each([
  ['/sign-in/email/', missing],
  ['//sign-in/email', missing],
  ['/Sign-In/EMAIL', missing],
  ['/sign-in/%65mail', limited],
  ['/sign-in%2Femail', missing],
  ['/x/../sign-in/email', limited],
  ['/%2e/sign-in/email', limited],
  ['/sign-in/email;x', missing],
  ['/sign-in/email?path=/ok', limited],
  ['/api/auth/sign-in/email', missing],
])('a password is not guessed any longer by way of %s', async (path, refusal) => {
  const { status, body } = await ask(path, JSON.stringify(tried))
  expect([status, body.code]).toEqual(refusal)
})

test.each([
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'true-client-ip',
  'cf-connecting-ip',
  'x-client-ip',
  'x-freehub-address',
  'X-Freehub-Address',
])('who says by %s that he is somewhere else is counted where he is', async (header) => {
  await shop.visit('GET', '/api/auth/reset-password/x')
  await sql`update rate_limits set count = 600`.execute(shop.db)
  const value = header === 'forwarded' ? 'for=203.0.113.7' : '203.0.113.7'
  const { status } = await shop.visit('GET', '/api/auth/list-accounts', undefined, {
    [header]: value,
  })
  expect(status).toBe(429)
})

const together: [string, (own: string, found: string) => string][] = [
  ['before it', (own, found) => `${own}; ${found}`],
  ['after it', (own, found) => `${found}; ${own}`],
  ['after it, and a space in it', (own, found) => `${found.replace('=', ' =')}; ${own}`],
  ['after it, and it in quotes', (own, found) => `${found.replace('=', '="')}"; ${own}`],
  ['after it, and it encoded', (own, found) => `${encodedMore(found)}; ${own}`],
]

test.each(together)(
  'who has found a session guesses its password no longer with a cookie of his own %s',
  async (_, cookies) => {
    const [found, own] = [await addSignedIn(shop), await addSignedIn(shop)]
    const check = (cookie: string) =>
      askIdentity(
        shop,
        '/change-password',
        { currentPassword: 'a guess', newPassword: 'nineteen speeds' },
        { cookie },
      )
    await check(found.cookie)
    await enoughCameBefore()
    const cookie = cookies(own.cookie, found.cookie)
    const { body } = await shop.visit('GET', '/api/auth/get-session', undefined, { cookie })
    const { status } = await check(cookie)
    expect(status === 429).toBe(body?.user.email === found.email)
  },
)

const encodedMore = (cookie: string) =>
  cookie.replace(/=(.)/, (_, sign: string) => `=%${sign.charCodeAt(0).toString(16)}`)

const ask = (path: string, body: string) =>
  shop.visit('POST', `/api/auth${path}`, body, { origin: shop.url })
