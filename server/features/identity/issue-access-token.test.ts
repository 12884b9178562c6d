import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import {
  callIdentity,
  exchangeSession,
  signIn,
  signUp,
} from '../../../tests/support/identity/sign-in.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const ada = await signUp(shop)
const grace = await signUp(shop)
afterAll(() => shop.close())

const readProfile = (email: string, token: string) =>
  shop.call('GET', `/user/${email}`, undefined, { authorization: `Bearer ${token}` })

test('exchanges a session for a token that works immediately', async () => {
  const { status, body, headers } = await exchangeSession(shop, ada.email, ada.cookie)
  expect(status).toBe(200)
  expect(body).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    result: { modifiedCount: 0 },
  })
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await readProfile(ada.email, body.token)).status).toBe(200)
})

test('ignores the case of the email', async () => {
  expect((await exchangeSession(shop, ada.email.toUpperCase(), ada.cookie)).status).toBe(200)
})

test('issues tokens for ten minutes and stores only their hashes', async () => {
  const { rows: times } = await sql<{ before: Date }>`select now() as before`.execute(shop.db)
  const { body } = await exchangeSession(shop, ada.email, ada.cookie)
  const { rows } = await sql<{ hash: Buffer; hasTenMinutes: boolean }>`
    select token_hash as hash,
      expires_at - interval '10 minutes' between ${times[0]?.before} and now() as "hasTenMinutes"
    from access_tokens order by expires_at desc limit 1`.execute(shop.db)
  expect(rows[0]?.hasTenMinutes).toBe(true)
  expect(rows[0]?.hash.toString('base64url')).not.toBe(body.token)
})

test('issues a new token when the page also sends an invalid token', async () => {
  const invalid = { authorization: `Bearer ${'x'.repeat(43)}` }
  expect((await exchangeSession(shop, ada.email, ada.cookie, invalid)).status).toBe(200)
})

test('issues no token without a cookie', async () => {
  const path = `/user/${ada.email}`
  const body = { email: ada.email }
  const anonymous = await shop.call('PUT', path, body, { origin: shop.url })
  expect([anonymous.status, anonymous.body.code]).toEqual([401, 'token_missing'])
  const { call } = await addCustomer(shop)
  const bearer = await call('PUT', path, body, { origin: shop.url })
  expect([bearer.status, bearer.body.code]).toEqual([401, 'session_missing'])
})

test('issues no token for a forged cookie', async () => {
  const [name] = ada.cookie.split('=')
  for (const cookie of [`${name}=made-up`, `${ada.cookie}x`]) {
    const { status, body } = await exchangeSession(shop, ada.email, cookie)
    expect([cookie, status, body.code]).toEqual([cookie, 401, 'session_missing'])
  }
})

test('refuses a request without a session cookie, regardless of other cookies and the body', async () => {
  const headers = { origin: shop.url, cookie: 'theme=dark' }
  for (const request of [{ email: ada.email }, { nonsense: 1 }]) {
    const { status, body } = await shop.call('PUT', `/user/${ada.email}`, request, headers)
    expect([status, body.code]).toEqual([401, 'session_missing'])
  }
})

test("issues no token for another user's cookie", async () => {
  const { status, body } = await exchangeSession(shop, ada.email, grace.cookie)
  expect([status, body.code]).toEqual([403, 'email_foreign'])
})

test('requires the same email in the path and in the body', async () => {
  const path = `/user/${grace.email}`
  const headers = { origin: shop.url, cookie: ada.cookie }
  const { status, body } = await shop.call('PUT', path, { email: ada.email }, headers)
  expect([status, body.code]).toEqual([403, 'email_foreign'])
})

test('issues no token to a cross-origin page', async () => {
  const path = `/user/${ada.email}`
  const port = shop.config.port
  for (const origin of [
    undefined,
    'null',
    'https://evil.example',
    `http://127.0.0.1:${port}.evil.example`,
    `https://127.0.0.1:${port}`,
    `http://localhost:${port}`,
    `http://127.0.0.1:${port}/`,
  ]) {
    const headers = { cookie: ada.cookie, ...(origin !== undefined && { origin }) }
    const { status, body } = await shop.call('PUT', path, { email: ada.email }, headers)
    expect([origin, status, body.code]).toEqual([origin, 403, 'origin_foreign'])
  }
})

test('issues no token for an unknown host name, even without an origin', async () => {
  const headers = { cookie: ada.cookie, host: 'evil.example', 'content-type': 'application/json' }
  const outgoing = request(`${shop.url}/user/${ada.email}`, { method: 'PUT', headers })
  const [response] = await once(outgoing.end(JSON.stringify({ email: ada.email })), 'response')
  expect([response.statusCode, JSON.parse(await text(response)).code]).toEqual([
    403,
    'origin_foreign',
  ])
})

test('requires a token to change a profile', async () => {
  const headers = { origin: shop.url, cookie: ada.cookie }
  const { status, body } = await shop.call('PUT', `/user/${ada.email}`, { phone: '1' }, headers)
  expect([status, body.code]).toEqual([401, 'token_missing'])
})

test('ends only the tokens of the session that signs out', async () => {
  const user = await signUp(shop)
  const secondSignIn = await signIn(shop, user)
  const secondCookie = secondSignIn.headers.getSetCookie()[0]?.split(';')[0] as string
  const firstToken = (await exchangeSession(shop, user.email, user.cookie)).body.token
  const secondToken = (await exchangeSession(shop, user.email, secondCookie)).body.token
  await callIdentity(shop, '/sign-out', {}, { cookie: user.cookie })
  expect((await readProfile(user.email, firstToken)).body.code).toBe('token_invalid')
  expect((await readProfile(user.email, secondToken)).status).toBe(200)
  expect((await exchangeSession(shop, user.email, user.cookie)).body.code).toBe('session_missing')
})

test('refuses a cross-origin sign-out', async () => {
  const headers = { origin: 'https://evil.example', cookie: grace.cookie }
  expect((await shop.call('POST', '/api/auth/sign-out', {}, headers)).status).toBe(403)
  expect((await exchangeSession(shop, grace.email, grace.cookie)).status).toBe(200)
})
