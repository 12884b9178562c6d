import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { offeredEndpoints } from '../../testing/identity-endpoints.ts'
import { addSignedIn } from '../../testing/session-cookie.ts'
import { startTestShop, type TestShop } from '../../testing/shop.ts'
import { askIdentity } from '../../testing/sign-in.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
})
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const QUERY_FIELDS = ['token', 'provider', 'state', 'code', 'callbackURL', 'popupOrigin', 'error']

const oddities: [string, unknown][] = [
  ['a zero byte', 'a\u0000b'],
  ['half a surrogate pair', 'a\ud800b'],
  ['100,000 letters', 'x'.repeat(100_000)],
  ['an object', { $ne: null }],
  ['an object with a method', { toString: 1 }],
]

test.each(oddities)('refuses %s in every field of every body', async (_, odd) => {
  const { cookie } = await addSignedIn(shop)
  for (const { path, fields } of offeredEndpoints) {
    for (const field of fields) {
      const { status } = await askIdentity(shop, path, { ...plausible, [field]: odd }, { cookie })
      expect([path, field, status]).toEqual([path, field, expect.toBeOneOf([400, 413])])
    }
    await sql`delete from rate_limits`.execute(shop.db)
  }
})

test.each(oddities.slice(0, 3))('does not fail with %s in a query', async (_, odd) => {
  const { cookie } = await addSignedIn(shop)
  for (const { method, path } of offeredEndpoints) {
    if (method !== 'GET') continue
    for (const field of QUERY_FIELDS) {
      const query = new URLSearchParams({ ...plausible, [field]: String(odd).slice(0, 4000) })
      const url = `/api/auth${path}?${query}`
      const { status, headers } = await shop.visit('GET', url, undefined, { cookie })
      expect([path, field, status < 500]).toEqual([path, field, true])
      expect(headers.get('location') ?? '').not.toContain('internal')
    }
    await sql`delete from rate_limits`.execute(shop.db)
  }
})

test('refuses a repeated query parameter', async () => {
  const { status } = await shop.visit('GET', '/api/auth/email-link?token=a&token=b')
  expect(status).toBe(400)
})

test.each(['delete-passkey'])(
  'refuses an id that is no UUID at %s, and the log has no line of the client',
  async (call) => {
    const { cookie } = await addSignedIn(shop)
    const printed = vi.spyOn(console, 'error')
    const id = 'x\n{"level":"info","msg":"forged"}'
    const answer = await askIdentity(shop, `/passkey/${call}`, { id }, { cookie })
    expect([answer.status, answer.body.errors]).toEqual([400, { id: expect.any(String) }])
    expect(printed).not.toHaveBeenCalled()
    expect(shop.errors.join('')).not.toContain('forged')
  },
)

/** Values with which a request gets past the checks of the other fields. */
const plausible = {
  ...{ provider: 'google', popupOrigin: 'http://localhost', state: 'x', code: '123456' },
  ...{ email: 'a@b.example', token: 'x', callbackURL: '/', id: randomUUID() },
}
