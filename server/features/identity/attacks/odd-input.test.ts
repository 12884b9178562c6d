import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { offeredEndpoints } from '../../../../tests/support/identity/identity-endpoints.ts'
import { addSignedIn } from '../../../../tests/support/identity/session-cookie.ts'
import { askIdentity } from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop
let cookie: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  ;({ cookie } = await addSignedIn(shop))
})
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const ask = async (path: string, body: object) => {
  const answer = await askIdentity(shop, path, body, { cookie })
  return [path, answer.status, answer.body.code, Object.keys(answer.body.errors ?? {})]
}

const fields = offeredEndpoints.flatMap(({ path, fields }) =>
  fields.map((field) => ({ path, field })),
)

test.each(fields)('refuses a zero byte in $field of $path', async ({ path, field }) => {
  const answer = await ask(path, { ...plausible, [field]: 'a\u0000b' })
  expect(answer).toEqual([path, 400, 'input_invalid', expect.arrayContaining([field])])
})

test.each<[string, unknown, number, string]>([
  ['half a surrogate pair', 'a\ud800b', 400, 'input_invalid'],
  ['100,000 letters', 'x'.repeat(100_000), 413, 'body_too_large'],
  ['an object', { $ne: null }, 400, 'input_invalid'],
  ['an object with a method', { toString: 1 }, 400, 'input_invalid'],
])('refuses %s in a field', async (_, email, status, code) => {
  const { body, ...answer } = await askIdentity(shop, '/sign-in/email', { email, password: 'x' })
  expect([answer.status, body.code]).toEqual([status, code])
})

const LONG = 'x'.repeat(4000)
/** An endpoint answers with the code of a refusal, or leads on with it. */
const queries: [string, Record<string, string>, number, string | undefined][] = [
  ['/get-session', { token: LONG }, 200, undefined],
  ['/oauth-popup/start', { popupOrigin: LONG }, 302, 'INVALID_ORIGIN'],
  ['/oauth-popup/start', { provider: LONG }, 200, 'provider_not_found'],
  ['/oauth-popup/start', { callbackURL: LONG }, 200, 'invalid_callback_url'],
  ['/callback/google', { state: LONG }, 302, 'state_mismatch'],
  ['/callback/google', { code: LONG }, 302, 'state_mismatch'],
  ['/reset-password/made-up', { callbackURL: LONG }, 302, 'INVALID_CALLBACK_URL'],
  ['/reset-password/made-up', { token: LONG }, 302, 'INVALID_TOKEN'],
  ['/email-link', { token: LONG }, 401, 'INVALID_TOKEN'],
]

test.each(queries)('%s answers a query with 4,000 letters', async (path, odd, status, code) => {
  const found = await look(path, new URLSearchParams({ ...plausibleQuery(), ...odd }).toString())
  expect(found).toEqual([status, code])
})

/** Endpoints that a browser opens lead on to a page that shows the error. */
const PAGES = ['/oauth-popup/start', '/callback/google', '/reset-password/made-up']
const gets = offeredEndpoints.filter(({ method }) => method === 'GET').map(({ path }) => path)

test.each(gets)('%s refuses a zero byte in a query', async (path) => {
  const status = PAGES.includes(path) ? 302 : 400
  expect(await look(path, 'token=a%00b')).toEqual([status, 'input_invalid'])
})

async function look(path: string, query: string) {
  const answer = await shop.visit('GET', `/api/auth${path}?${query}`, undefined, { cookie })
  const { searchParams } = new URL(answer.headers.get('location') ?? '', shop.url)
  const shown = /"error":\{"code":"(\w+)"/.exec(String(answer.body))?.[1]
  return [answer.status, searchParams.get('error') ?? shown ?? answer.body?.code]
}

test('refuses a repeated query parameter', async () => {
  const { status } = await shop.visit('GET', '/api/auth/email-link?token=a&token=b')
  expect(status).toBe(400)
})

test.each(['delete-passkey'])(
  'refuses an id that is no UUID at %s, and the log has no line of the client',
  async (call) => {
    const printed = vi.spyOn(console, 'error')
    const id = 'x\n{"level":"info","msg":"forged"}'
    const answer = await askIdentity(shop, `/passkey/${call}`, { id }, { cookie })
    expect([answer.status, answer.body.errors]).toEqual([400, { id: expect.any(String) }])
    expect(printed).not.toHaveBeenCalled()
    printed.mockRestore()
    expect(shop.errors.join('')).not.toContain('forged')
  },
)

/** Values with which a request gets past the checks of the other fields. */
const plausible = {
  ...{ provider: 'google', state: 'x', code: '123456' },
  ...{ email: 'a@b.example', token: 'x', callbackURL: '/', id: randomUUID() },
}

const plausibleQuery = () => ({ ...plausible, popupOrigin: shop.url, popupNonce: 'n' })
