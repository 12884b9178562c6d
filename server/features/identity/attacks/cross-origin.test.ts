import { calls } from '@freehub/contract/calls'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { offeredEndpoints } from '../../../../tests/support/identity/identity-endpoints.ts'
import { addUserWithCookie } from '../../../../tests/support/identity/session-cookie.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'

const shop = await startTestShop()
const victim = await addUserWithCookie(shop)
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const changingPaths = offeredEndpoints
  .filter(({ method }) => method === 'POST')
  .map(({ path }) => `/api/auth${path}`)

/** Fields that a forged request could send. */
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

test('the tested endpoints include those of sign-out, second factor, phone and passkeys', () => {
  expect(changingPaths).toContain('/api/auth/sign-out')
  expect(changingPaths).toContain('/api/auth/two-factor/disable')
  expect(changingPaths).toContain('/api/auth/phone-number/verify')
  expect(changingPaths).toContain('/api/auth/passkey/delete-passkey')
  expect(changingPaths.length).toBeGreaterThan(20)
})

test.each([
  undefined,
  '',
  'null',
  'https://evil.example',
  'http://127.0.0.1:1',
  'http://127.0.0.1.evil.example',
])('refuses every changing call from the origin %j', async (origin) => {
  const before = await dumpUserData()
  for (const path of changingPaths) {
    const headers = { cookie: victim.cookie, ...(origin !== undefined && { origin }) }
    const { status, body } = await shop.call('POST', path, fields, headers)
    expect([path, status, body.code]).toEqual([path, 403, 'origin_foreign'])
  }
  expect(await dumpUserData()).toBe(before)
})

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
])('refuses changing calls with the content type %j', async (type) => {
  const before = await dumpUserData()
  // Browsers send simple types to other origins without asking. All paths share the parsers of bodies.
  const isSimple = /^text\/plain$|urlencoded$|^multipart/.test(type)
  const paths = isSimple ? changingPaths : changingPaths.filter((_, n) => n % 12 === 0)
  for (const path of paths) {
    for (const body of [JSON.stringify(fields), String(new URLSearchParams(fields))]) {
      const headers = { cookie: victim.cookie, 'content-type': type }
      const crossOrigin = await shop.call('POST', path, body, { ...headers, origin: 'null' })
      expect([path, crossOrigin.status]).toEqual([path, 403])
    }
  }
  const headers = { cookie: victim.cookie, 'content-type': type, origin: shop.url }
  for (const path of paths) {
    const sameOrigin = await shop.call('POST', path, JSON.stringify(fields), headers)
    expect([path, sameOrigin.status]).toEqual([path, 415])
  }
  expect(await dumpUserData()).toBe(before)
})

test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
  'changes nothing after a request with the method %s',
  async (method) => {
    const before = await dumpUserData()
    for (const path of changingPaths.filter((path) => !/get-session|callback/.test(path))) {
      const query = new URLSearchParams({ ...fields, _method: 'POST' })
      const { status } = await sendRequest(method, `${path}?${query}`)
      expect([path, status]).toEqual([path, 404])
    }
    expect(await dumpUserData()).toBe(before)
  },
)

test('requires a token in addition to the cookie, from any origin', async () => {
  const before = await dumpUserData()
  for (const [name, { method, path, access }] of Object.entries(calls)) {
    if (access === 'public' || name === 'putUser') continue
    const url = path.replace(':id', victim.id).replace(':email', victim.email)
    for (const origin of ['https://evil.example', shop.url]) {
      const headers = { cookie: victim.cookie, origin, 'content-type': 'application/json' }
      const body = method === 'GET' || method === 'DELETE' ? undefined : '{}'
      const response = await shop.call(method, url, body, headers)
      expect([name, response.status, response.body.code]).toEqual([name, 401, 'token_missing'])
    }
  }
  expect(await dumpUserData()).toBe(before)
})

test('sends no header that permits cross-origin requests', async () => {
  for (const path of ['/api/auth/get-session', `/user/${victim.email}`, '/parts', '/api/account']) {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await shop.call(method, path, undefined, {
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

/** Sends a request with any method, because `fetch` refuses some methods. */
async function sendRequest(method: string, path: string): Promise<{ status: number }> {
  const { request } = await import('node:http')
  const headers = { cookie: victim.cookie, origin: shop.url, 'x-http-method-override': 'POST' }
  return new Promise((resolve, reject) => {
    request(new URL(path, shop.url), { method, headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0 })
    })
      .on('error', reject)
      .end()
  })
}

/** Returns all rows of users and their data as one text. */
async function dumpUserData(): Promise<string> {
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
