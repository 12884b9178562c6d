import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { offeredEndpoints } from '../../../../tests/support/identity/identity-endpoints.ts'
import { addUserWithCookie } from '../../../../tests/support/identity/session-cookie.ts'
import { callIdentity } from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'

const shop = await startTestShop({ sandbox: true })
const { cookie } = await addUserWithCookie(shop)
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

const callEndpoint = async (path: string, body: object) => {
  const response = await callIdentity(shop, path, body, { cookie })
  return [path, response.status, response.body.code, Object.keys(response.body.errors ?? {})]
}

const fields = offeredEndpoints.flatMap(({ path, fields }) =>
  fields.map((field) => ({ path, field })),
)

test.each(fields)('refuses a zero byte in $field of $path', async ({ path, field }) => {
  const response = await callEndpoint(path, { ...validFields, [field]: 'a\u0000b' })
  expect(response).toEqual([path, 400, 'input_invalid', expect.arrayContaining([field])])
})

test.each<[string, unknown, number, string]>([
  ['half a surrogate pair', 'a\ud800b', 400, 'input_invalid'],
  ['100,000 letters', 'x'.repeat(100_000), 413, 'body_too_large'],
  ['an object', { $ne: null }, 400, 'input_invalid'],
  ['an object with a method', { toString: 1 }, 400, 'input_invalid'],
])('refuses %s in a field', async (_, email, status, code) => {
  const { body, ...response } = await callIdentity(shop, '/sign-in/email', { email, password: 'x' })
  expect([response.status, body.code]).toEqual([status, code])
})

test('sends every error of Better Auth as a problem with a code and a next step', async () => {
  const user = await addUserWithCookie(shop)
  const number = { phoneNumber: '+4915123456789', code: '123456', updatePhoneNumber: true }
  for (const [path, body, code, headers] of [
    ['/phone-number/verify', number, 'UNAUTHORIZED', {}],
    ['/two-factor/verify-totp', { code: '123456' }, 'INVALID_TWO_FACTOR_COOKIE', {}],
    ['/change-email', { newEmail: user.email }, 'EMAIL_IS_THE_SAME', { cookie: user.cookie }],
    ['/update-user', {}, 'NO_FIELDS_TO_UPDATE', { cookie: user.cookie }],
    [
      '/phone-number/send-otp',
      { phoneNumber: '1' },
      'INVALID_PHONE_NUMBER',
      { cookie: user.cookie },
    ],
  ] as const) {
    const response = await callIdentity(shop, path, body, headers)
    const { status } = response
    const title = expect.stringMatching(/^[A-Z].*\.$/)
    expect(response.body).toEqual({ type: 'about:blank', title, status, code, message: title })
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  }
})

const LONG = 'x'.repeat(4000)
/** Each row: path, query, status, and the error code in the response or the redirect. */
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

test.each(queries)(
  '%s responds with its usual status or error code to a query parameter of 4,000 letters',
  async (path, overrides, status, code) => {
    const outcome = await getEndpoint(
      path,
      new URLSearchParams({ ...validQuery(), ...overrides }).toString(),
    )
    expect(outcome).toEqual([status, code])
  },
)

/** Endpoints that a browser opens redirect to a page that shows the error. */
const PAGE_PATHS = [
  '/oauth-popup/start',
  '/callback/google',
  '/callback/github',
  '/reset-password/made-up',
]
const getPaths = offeredEndpoints.filter(({ method }) => method === 'GET').map(({ path }) => path)

test.each(getPaths)('%s refuses a zero byte in a query', async (path) => {
  const status = PAGE_PATHS.includes(path) ? 302 : 400
  expect(await getEndpoint(path, 'token=a%00b')).toEqual([status, 'input_invalid'])
})

async function getEndpoint(path: string, query: string) {
  const response = await shop.call('GET', `/api/auth${path}?${query}`, undefined, { cookie })
  const { searchParams } = new URL(response.headers.get('location') ?? '', shop.url)
  const popupError = /"error":\{"code":"(\w+)"/.exec(String(response.body))?.[1]
  return [response.status, searchParams.get('error') ?? popupError ?? response.body?.code]
}

test('refuses a repeated query parameter', async () => {
  const { status } = await shop.call('GET', '/api/auth/email-link?token=a&token=b')
  expect(status).toBe(400)
})

test('refuses an invalid UUID at delete-passkey and forges no log line', async () => {
  const consoleError = vi.spyOn(console, 'error')
  const id = 'x\n{"level":"info","msg":"forged"}'
  const response = await callIdentity(shop, '/passkey/delete-passkey', { id }, { cookie })
  expect([response.status, response.body.errors]).toEqual([400, { id: expect.any(String) }])
  expect(consoleError).not.toHaveBeenCalled()
  consoleError.mockRestore()
  expect(shop.errors.join('')).not.toContain('forged')
})

/** Values that pass the checks of the other fields. */
const validFields = {
  provider: 'google',
  state: 'x',
  code: '123456',
  email: 'a@b.example',
  token: 'x',
  callbackURL: '/',
  id: randomUUID(),
}

const validQuery = () => ({ ...validFields, popupOrigin: shop.url, popupNonce: 'n' })
