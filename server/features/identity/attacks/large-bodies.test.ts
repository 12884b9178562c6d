import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { addUserWithCookie } from '../../../../tests/support/identity/session-cookie.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { sessionCookieName } from '../auth.ts'

const shop = await startTestShop()
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

/** Returns an object with `count` properties with short names. 90,000 properties are 0.8 MB. */
const withProperties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n.toString(36)}`, 0]))

const postIdentity = (path: string, body: object, headers = {}) =>
  shop.call('POST', `/api/auth${path}`, body, { origin: shop.url, ...headers })

test('refuses a body with 90,000 properties sent to sign-out', async () => {
  const { status, body } = await postIdentity('/sign-out', withProperties(90_000))
  expect([status, body.code]).toEqual([413, 'body_too_large'])
})

test.each(['/booking', '/reviews', '/parts', '/create-payment-intent'])(
  'refuses a body with 90,000 properties that an admin sends to %s',
  async (path) => {
    const admin = await addUserWithCookie(shop, { role: 'admin' })
    const { status, body } = await admin.call('POST', path, withProperties(90_000))
    expect([status, body.code]).toEqual([413, 'body_too_large'])
  },
)

test('lists at most 20 field errors, with short names', async () => {
  const { call } = await addUserWithCookie(shop)
  const body = { ...withProperties(1_000), ['x'.repeat(50_000)]: 1 }
  for (const path of ['/booking', '/reviews']) {
    const response = await call('POST', path, body)
    expect([response.status, Object.keys(response.body.errors).length]).toEqual([400, 20])
    expect(JSON.stringify(response.body).length).toBeLessThan(5_000)
  }
  const { status, body: problem } = await postIdentity('/sign-in/email', withProperties(1_000))
  expect([status, Object.keys(problem.errors).length]).toEqual([400, 20])
})

test.each(['/nowhere', '/parts/nowhere', '/api/auth/nowhere'])(
  'does not read a body sent to the unknown path %s',
  async (path) => expect(await statusBeforeBody('POST', path)).toBe(404),
)

test('lists at most 20 field errors where a call takes no body', async () => {
  const { call, email } = await addUserWithCookie(shop, { role: 'admin' })
  const { status, body } = await call('PUT', `/user/admin/${email}`, withProperties(1_000))
  expect([status, Object.keys(body.errors).length]).toEqual([400, 20])
})

test.each([
  ['without a cookie', () => ({})],
  ['with an invented session', () => ({ cookie: `${sessionCookieName(shop.config)}=invented` })],
  [
    'with an invented, signed session',
    () => ({
      cookie: `${sessionCookieName(shop.config)}=${'a'.repeat(32)}.${'A'.repeat(43)}%3D`,
    }),
  ],
])('refuses a token exchange %s before it reads the body', async (_, headers) => {
  const status = await statusBeforeBody('PUT', '/user/a@b.example', headers())
  expect(status).toBe(401)
})

test('refuses a token exchange from another origin before it reads the body', async () => {
  const { cookie, email } = await addUserWithCookie(shop)
  const headers = { cookie, origin: 'https://evil.example' }
  expect(await statusBeforeBody('PUT', `/user/${email}`, headers)).toBe(403)
})

test('counts the IP address of a sign-in attempt before it reads the body', async () => {
  const credentials = { email: `${randomUUID()}@example.com`, password: 'a guess' }
  await postIdentity('/sign-in/email', credentials)
  await sql`update rate_limits set count = 1000 where key like 'network|%'`.execute(shop.db)
  expect(await statusBeforeBody('POST', '/api/auth/sign-in/email')).toBe(429)
})

test('refuses identity calls from another origin before it reads the body', async () => {
  const headers = { origin: 'https://evil.example' }
  expect(await statusBeforeBody('POST', '/api/auth/sign-in/email', headers)).toBe(403)
})

/** Announces a JSON body without sending it, and returns the status of the response. */
async function statusBeforeBody(
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  const allHeaders = { host: new URL(shop.url).host, origin: shop.url, ...headers }
  const lines = Object.entries({
    ...allHeaders,
    'content-type': 'application/json',
    'content-length': '1000',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const [chunk] = await once(socket, 'data')
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(String(chunk))?.[1])
}
