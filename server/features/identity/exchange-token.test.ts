import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askIdentity, exchange, signIn, signUp } from '../../../tests/support/identity/sign-in.ts'
import { addCustomer } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop
let ada: Awaited<ReturnType<typeof signUp>>
let grace: Awaited<ReturnType<typeof signUp>>

beforeAll(async () => {
  shop = await startTestShop()
  ada = await signUp(shop)
  grace = await signUp(shop)
})
afterAll(() => shop.close())

const profile = (email: string, token: string) =>
  shop.visit('GET', `/user/${email}`, undefined, { authorization: `Bearer ${token}` })

test('a session gets a token, and the token works at once', async () => {
  const { status, body, headers } = await exchange(shop, ada.email, ada.cookie)
  expect(status).toBe(200)
  expect(body).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    result: { modifiedCount: 0 },
  })
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await profile(ada.email, body.token)).status).toBe(200)
})

test('the address may be written in capitals', async () => {
  expect((await exchange(shop, ada.email.toUpperCase(), ada.cookie)).status).toBe(200)
})

test('a token is good for ten minutes and kept as a hash alone', async () => {
  const { body } = await exchange(shop, ada.email, ada.cookie)
  const { rows } = await sql<{ hash: Buffer; seconds: number }>`
    select token_hash as hash, extract(epoch from expires_at - now())::int as seconds
    from access_tokens order by expires_at desc limit 1`.execute(shop.db)
  expect(rows[0]?.seconds).toBeGreaterThan(590)
  expect(rows[0]?.seconds).toBeLessThanOrEqual(600)
  expect(rows[0]?.hash.toString('base64url')).not.toBe(body.token)
})

test('a page that sends its old token along gets a new one', async () => {
  const old = { authorization: `Bearer ${'x'.repeat(43)}` }
  expect((await exchange(shop, ada.email, ada.cookie, old)).status).toBe(200)
})

test('without a cookie there is no token', async () => {
  const path = `/user/${ada.email}`
  const body = { email: ada.email }
  const none = await shop.visit('PUT', path, body, { origin: shop.url })
  expect([none.status, none.body.code]).toEqual([401, 'token_missing'])
  const { call } = await addCustomer(shop)
  const bearer = await call('PUT', path, body, { origin: shop.url })
  expect([bearer.status, bearer.body.code]).toEqual([401, 'session_missing'])
})

test('a cookie that is made up gets no token', async () => {
  const [name] = ada.cookie.split('=')
  for (const cookie of [`${name}=made-up`, `${ada.cookie}x`]) {
    const { status, body } = await exchange(shop, ada.email, cookie)
    expect([cookie, status, body.code]).toEqual([cookie, 401, 'session_missing'])
  }
})

test('refuses a cookie that is not the session’s, whatever the body', async () => {
  const headers = { origin: shop.url, cookie: 'theme=dark' }
  for (const request of [{ email: ada.email }, { nonsense: 1 }]) {
    const { status, body } = await shop.visit('PUT', `/user/${ada.email}`, request, headers)
    expect([status, body.code]).toEqual([401, 'session_missing'])
  }
})

test("with somebody else's cookie there is no token", async () => {
  const { status, body } = await exchange(shop, ada.email, grace.cookie)
  expect([status, body.code]).toEqual([403, 'email_foreign'])
})

test('the address in the path and in the body must be the same', async () => {
  const path = `/user/${grace.email}`
  const headers = { origin: shop.url, cookie: ada.cookie }
  const { status, body } = await shop.visit('PUT', path, { email: ada.email }, headers)
  expect([status, body.code]).toEqual([403, 'email_foreign'])
})

test('a page of another site gets no token with the visitor’s cookie', async () => {
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
    const { status, body } = await shop.visit('PUT', path, { email: ada.email }, headers)
    expect([origin, status, body.code]).toEqual([origin, 403, 'origin_foreign'])
  }
})

test('a name that is not the shop’s gets no token, without an origin either', async () => {
  const headers = { cookie: ada.cookie, host: 'evil.example', 'content-type': 'application/json' }
  const asked = request(`${shop.url}/user/${ada.email}`, { method: 'PUT', headers })
  const [answer] = await once(asked.end(JSON.stringify({ email: ada.email })), 'response')
  expect([answer.statusCode, JSON.parse(await text(answer)).code]).toEqual([403, 'origin_foreign'])
})

test('a cookie alone changes no profile', async () => {
  const headers = { origin: shop.url, cookie: ada.cookie }
  const { status, body } = await shop.visit('PUT', `/user/${ada.email}`, { phone: '1' }, headers)
  expect([status, body.code]).toEqual([401, 'token_missing'])
})

test('a sign-out ends the tokens of its session at once, and of no other', async () => {
  const person = await signUp(shop)
  const again = await signIn(shop, person)
  const elsewhere = again.headers.getSetCookie()[0]?.split(';')[0] as string
  const here = (await exchange(shop, person.email, person.cookie)).body.token
  const there = (await exchange(shop, person.email, elsewhere)).body.token
  await askIdentity(shop, '/sign-out', {}, { cookie: person.cookie })
  expect((await profile(person.email, here)).body.code).toBe('token_invalid')
  expect((await profile(person.email, there)).status).toBe(200)
  expect((await exchange(shop, person.email, person.cookie)).body.code).toBe('session_missing')
})

test('a foreign page cannot sign anybody out', async () => {
  const headers = { origin: 'https://evil.example', cookie: grace.cookie }
  expect((await shop.visit('POST', '/api/auth/sign-out', {}, headers)).status).toBe(403)
  expect((await exchange(shop, grace.email, grace.cookie)).status).toBe(200)
})
