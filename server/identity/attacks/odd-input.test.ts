import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { identityEndpoints } from '../../testing/identity-endpoints.ts'
import { addSignedIn } from '../../testing/session-cookie.ts'
import { startTestShop, type TestShop } from '../../testing/shop.ts'
import { askIdentity } from '../../testing/sign-in.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
})
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const FIELDS = [
  'email',
  'newEmail',
  'name',
  'image',
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'code',
  'phoneNumber',
  'provider',
  'providerId',
  'accountId',
  'id',
  'state',
  'callbackURL',
  'response',
  'issuer',
  'error',
]

/** These end the session, are pressed one after the other alone, or lead on with all they were given. */
const ELSEWHERE = new Set(['POST /sign-out', 'POST /two-factor/enable', 'POST /callback/google'])

const oddities: [string, unknown][] = [
  ['a zero byte', 'a\u0000b'],
  ['half a sign', 'a\ud800b'],
  ['100,000 letters', 'x'.repeat(100_000)],
  ['an object', { $ne: null }],
]

test.each(oddities)(
  '%s where a text belongs is refused, and nothing fails of it',
  async (_, odd) => {
    const { cookie } = await addSignedIn(shop)
    for (const { method, path } of identityEndpoints(shop)) {
      if (ELSEWHERE.has(`${method} ${path}`)) continue
      const asked = FIELDS.map((field) => {
        const plausible = plausibleFor(path)
        const body = { ...plausible, [field]: odd }
        if (method === 'POST') return askIdentity(shop, path, body, { cookie })
        const query = new URLSearchParams({ ...plausible, [field]: String(odd).slice(0, 4000) })
        return shop.visit('GET', `/api/auth${path}?${query}`, undefined, { cookie })
      })
      for (const { status, body } of await Promise.all(asked)) {
        expect([path, status, status < 500 ? '' : body]).toEqual([path, status, ''])
      }
      await sql`delete from rate_limits`.execute(shop.db)
    }
    expect(shop.errors).toEqual([])
  },
)

/** With which a request comes as far as where the odd one is looked at. */
function plausibleFor(path: string): Record<string, string> {
  if (path === '/phone-number/verify') return { phoneNumber: '+4915112345678', code: '123456' }
  if (path === '/unlink-account') return { providerId: 'google', accountId: 'x' }
  if (path === '/reset-password') return { token: 'x', newPassword: 'seven speeds' }
  if (path === '/oauth-popup/start') return { provider: 'google', popupOrigin: shop.url }
  if (path.startsWith('/callback/')) return { state: 'x', code: 'x' }
  return { provider: 'google', email: 'a@b.example', id: randomUUID(), code: '123456' }
}
