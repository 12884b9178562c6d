import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { addUserWithCookie } from '../../../../tests/support/identity/session-cookie.ts'
import { callIdentity } from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'

const credentials = { email: 'tried@example.com', password: 'a guess' }

const shop = await startTestShop()
await callIdentity(shop, '/sign-in/email', credentials)
await exhaustLimit()
afterEach(() => sql`delete from rate_limits where key like 'network|%'`.execute(shop.db))
afterAll(() => shop.close())

/** Sets the count of wrong guesses to the limit. */
function exhaustLimit() {
  return sql`update rate_limits set count = 10 where key like 'account|guesses|%'`.execute(shop.db)
}

const BYTE_ORDER_MARK = '\uFEFF'

const limited = [429, 'too_many_requests']
const invalid = [400, 'input_invalid']
const missing = [404, 'route_missing']

const bodies: [string, (fields: { email: string }) => string, unknown][] = [
  [
    'in capitals',
    ({ email, ...rest }) => JSON.stringify({ ...rest, email: email.toUpperCase() }),
    limited,
  ],
  ['after a byte order mark', (fields) => BYTE_ORDER_MARK + JSON.stringify(fields), limited],
  [
    'after two byte order marks',
    (fields) => BYTE_ORDER_MARK + BYTE_ORDER_MARK + JSON.stringify(fields),
    invalid,
  ],
  [
    'after a space and a byte order mark',
    (fields) => ` ${BYTE_ORDER_MARK}${JSON.stringify(fields)}`,
    invalid,
  ],
  ['with white space around it', (fields) => `\r\n\t ${JSON.stringify(fields)}\n`, limited],
  [
    'after another email',
    (fields) => `{"email":"a@b.example",${JSON.stringify(fields).slice(1)}`,
    limited,
  ],
  ['with escapes', (fields) => JSON.stringify(fields).replace('"email"', '"\\u0065mail"'), limited],
  [
    'beside a `__proto__` field',
    (fields) => `{"__proto__":{"email":"a@b.example"},${JSON.stringify(fields).slice(1)}`,
    invalid,
  ],
  ['in a list', (fields) => JSON.stringify([fields]), invalid],
  [
    'as a list of one email',
    (fields) => JSON.stringify({ ...fields, email: [fields.email] }),
    invalid,
  ],
]

test.each(bodies)(
  'limits or refuses guesses with the email written %s',
  async (_, format, expected) => {
    const { status, body } = await post('/sign-in/email', format(credentials))
    expect([status, body.code]).toEqual(expected)
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
])('limits or refuses guesses through the path %s', async (path, expected) => {
  const { status, body } = await post(path, JSON.stringify(credentials))
  expect([status, body.code]).toEqual(expected)
})

test.each([
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'true-client-ip',
  'cf-connecting-ip',
  'x-client-ip',
  'x-freehub-ip-address',
  'X-Freehub-IP-Address',
])('ignores the IP address in the header %s', async (header) => {
  await shop.call('GET', '/api/auth/reset-password/x')
  await sql`update rate_limits set count = 600`.execute(shop.db)
  const value = header === 'forwarded' ? 'for=203.0.113.7' : '203.0.113.7'
  const { status } = await shop.call('GET', '/api/auth/list-accounts', undefined, {
    [header]: value,
  })
  expect(status).toBe(429)
})

type CookieOrder = [
  name: string,
  format: (attacker: string, stolen: string) => string,
  owner: 'attacker' | 'stolen',
  status: number,
]

/** Two cookies in one request, the owner of the session that they open, and the status of a guess. */
const cookieOrders: CookieOrder[] = [
  // The server uses the first cookie, so this is a guess of the attacker's own password.
  ['after the attacker’s cookie', (attacker, stolen) => `${attacker}; ${stolen}`, 'attacker', 400],
  ['before the attacker’s cookie', (attacker, stolen) => `${stolen}; ${attacker}`, 'stolen', 429],
  [
    'with a space, before the attacker’s cookie',
    (attacker, stolen) => `${stolen.replace('=', ' =')}; ${attacker}`,
    'stolen',
    429,
  ],
  [
    'in quotes, before the attacker’s cookie',
    (attacker, stolen) => `${stolen.replace('=', '="')}"; ${attacker}`,
    'stolen',
    429,
  ],
  [
    'in percent-encoding, before the attacker’s cookie',
    (attacker, stolen) => `${percentEncode(stolen)}; ${attacker}`,
    'stolen',
    429,
  ],
]

test.each(cookieOrders)(
  'limits password guesses with a stolen session cookie %s',
  async (_, format, owner, expectedStatus) => {
    const users = { stolen: await addUserWithCookie(shop), attacker: await addUserWithCookie(shop) }
    const check = (cookie: string) =>
      callIdentity(
        shop,
        '/change-password',
        { currentPassword: 'a guess', newPassword: 'nineteen speeds' },
        { cookie },
      )
    await check(users.stolen.cookie)
    await exhaustLimit()
    const cookie = format(users.attacker.cookie, users.stolen.cookie)
    const { body } = await shop.call('GET', '/api/auth/get-session', undefined, { cookie })
    const { status } = await check(cookie)
    expect([body?.user.email, status]).toEqual([users[owner].email, expectedStatus])
  },
)

const percentEncode = (cookie: string) =>
  cookie.replace(/=(.)/, (_, character: string) => `=%${character.charCodeAt(0).toString(16)}`)

const post = (path: string, body: string) =>
  shop.call('POST', `/api/auth${path}`, body, { origin: shop.url })
