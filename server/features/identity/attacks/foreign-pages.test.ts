import { calls } from '@freehub/contract/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { offeredEndpoints } from '../../../../tests/support/identity/identity-endpoints.ts'
import { addSignedIn } from '../../../../tests/support/identity/session-cookie.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop
let victim: Awaited<ReturnType<typeof addSignedIn>>

beforeAll(async () => {
  shop = await startTestShop()
  victim = await addSignedIn(shop)
})
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const changing = offeredEndpoints
  .filter(({ method }) => method === 'POST')
  .map(({ path }) => `/api/auth${path}`)

/** What an endpoint of this shop might want of whoever is tricked into calling it. */
const fields = {
  email: 'victim@evil.example',
  newEmail: 'victim@evil.example',
  name: 'Owned',
  password: 'a password of theirs',
  newPassword: 'a password of theirs',
  provider: 'google',
  providerId: 'google',
  phoneNumber: '+4915112345678',
  id: 'x',
  code: '000000',
}

test('the suite knows the calls that change something', () => {
  expect(changing).toContain('/api/auth/sign-out')
  expect(changing).toContain('/api/auth/two-factor/disable')
  expect(changing).toContain('/api/auth/phone-number/verify')
  expect(changing).toContain('/api/auth/passkey/delete-passkey')
  expect(changing.length).toBeGreaterThan(20)
})

test.each([
  undefined,
  '',
  'null',
  'https://evil.example',
  'http://127.0.0.1:1',
  'http://127.0.0.1.evil.example',
])(
  'a page of %j can call nothing that changes something with the visitor’s cookie',
  async (origin) => {
    const before = await everything()
    for (const path of changing) {
      const headers = { cookie: victim.cookie, ...(origin !== undefined && { origin }) }
      const { status, body } = await shop.visit('POST', path, fields, headers)
      expect([path, status, body.code]).toEqual([path, 403, 'origin_foreign'])
    }
    expect(await everything()).toBe(before)
  },
)

test.each([
  'text/plain',
  'text/plain; application/json',
  'text/plain\t;charset=utf-8',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; application/json',
  'multipart/form-data; boundary=application/json',
  'application/json, text/plain',
  'application/jsonp',
  'text/json',
  ' text/plain ; a="application/json"',
  'application / json',
  '*/*',
  '',
])('a form as %j is not taken for what a page of the shop sends', async (type) => {
  const before = await everything()
  for (const path of changing) {
    for (const body of [JSON.stringify(fields), String(new URLSearchParams(fields))]) {
      const headers = { cookie: victim.cookie, 'content-type': type }
      const foreign = await shop.visit('POST', path, body, { ...headers, origin: 'null' })
      expect([path, foreign.status]).toEqual([path, expect.toBeOneOf([403, 415])])
    }
  }
  const headers = { cookie: victim.cookie, 'content-type': type, origin: shop.url }
  for (const path of changing) {
    const own = await shop.visit('POST', path, JSON.stringify(fields), headers)
    expect([path, own.status]).toEqual([path, 415])
  }
  expect(await everything()).toBe(before)
})

test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
  'what changes something is not done by %s',
  async (method) => {
    const before = await everything()
    for (const path of changing.filter((one) => !/get-session|callback/.test(one))) {
      const query = new URLSearchParams({ ...fields, _method: 'POST' })
      const { status } = await send(method, `${path}?${query}`)
      expect([path, status]).toEqual([path, expect.toBeOneOf([404, 405, 501])])
    }
    expect(await everything()).toBe(before)
  },
)

test('the cookie alone does nothing at the calls of the shop, from wherever', async () => {
  const before = await everything()
  for (const [name, { method, path, access }] of Object.entries(calls)) {
    if (access === 'public' || name === 'putUser') continue
    const address = path.replace(':id', victim.id).replace(':email', victim.email)
    for (const origin of ['https://evil.example', shop.url]) {
      const headers = { cookie: victim.cookie, origin, 'content-type': 'application/json' }
      const body = method === 'GET' || method === 'DELETE' ? undefined : '{}'
      const answer = await shop.visit(method, address, body, headers)
      expect([name, answer.status, answer.body.code]).toEqual([name, 401, 'token_missing'])
    }
  }
  expect(await everything()).toBe(before)
})

test('no other page is allowed to read an answer', async () => {
  for (const path of ['/api/auth/get-session', `/user/${victim.email}`, '/parts', '/api/account']) {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await shop.visit(method, path, undefined, {
        origin: 'https://evil.example',
        'access-control-request-method': 'PUT',
        cookie: victim.cookie,
      })
      expect([path, method, headers.get('access-control-allow-origin')]).toEqual([
        path,
        method,
        null,
      ])
    }
  }
})

/** As fetch does it, which refuses some methods. */
async function send(method: string, path: string): Promise<{ status: number }> {
  const { request } = await import('node:http')
  const headers = { cookie: victim.cookie, origin: shop.url, 'x-http-method-override': 'POST' }
  return new Promise((resolve, reject) => {
    request(new URL(path, shop.url), { method, headers }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0 })
    })
      .on('error', reject)
      .end()
  })
}

/** All that a call might change about people, in one text. */
async function everything(): Promise<string> {
  const tables = [
    'users',
    'sessions',
    'accounts',
    'passkeys',
    'two_factors',
    'verifications',
    'orders',
  ]
  const rows = await Promise.all(
    tables.map((name) =>
      sql<{ all: string }>`select coalesce(json_agg(t order by id)::text, '') as all
        from ${sql.table(name)} t`.execute(shop.db),
    ),
  )
  return rows.map((result) => result.rows[0]?.all).join('\n')
}
