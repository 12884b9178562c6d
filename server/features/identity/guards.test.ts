import { randomUUIDv7 } from 'node:crypto'
import type { Call } from '@freehub/contract/call'
import { type CallName, calls } from '@freehub/contract/calls'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const customer = await addCustomer(shop)
const expired = await addCustomer(shop)
await sql`update access_tokens set expires_at = now() - interval '1 second'
  where session_id = ${expired.sessionId}`.execute(shop.db)
afterAll(() => shop.close())

const entries = Object.entries(calls).map(([name, call]) => ({ name: name as CallName, ...call }))
const guarded = entries.filter(({ access }) => access !== 'public')

/** Sends a body that cannot be parsed. A 401 or 403 then shows that the guard comes before errors of the body. */
function callWithBrokenBody(
  { method, path }: { method: string; path: string },
  authorization?: string,
) {
  const url = path.replace(':id', randomUUIDv7()).replace(':email', customer.email)
  const body = method === 'GET' || method === 'DELETE' ? undefined : '{"broken'
  return shop.call(method, url, body, authorization === undefined ? {} : { authorization })
}

describe.each(guarded)('$name ($method $path)', (call) => {
  test('refuses a visitor', async () => {
    const { status, body, headers } = await callWithBrokenBody(call)
    expect([status, body.code]).toEqual([401, 'token_missing'])
    expect(headers.get('content-type')).toMatch('application/problem+json')
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('refuses a malformed token', async () => {
    for (const broken of [
      'Bearer',
      'Bearer x',
      `Bearer ${'x'.repeat(43)}`,
      `Bearer ${customer.token}x`,
      `Bearer ${customer.token} ${customer.token}`,
      `Basic ${customer.token}`,
      customer.token,
    ]) {
      const { status, body } = await callWithBrokenBody(call, broken)
      expect([broken, status, body.code]).toEqual([broken, 401, 'token_invalid'])
    }
  })

  test('refuses an expired token', async () => {
    const { status, body } = await callWithBrokenBody(call, `Bearer ${expired.token}`)
    expect([status, body.code]).toEqual([401, 'token_invalid'])
  })
})

test.each(entries.filter(({ access }) => access === 'admin'))(
  '$name refuses customers',
  async (call) => {
    const { status, body } = await callWithBrokenBody(call, `Bearer ${customer.token}`)
    expect([status, body.code]).toEqual([403, 'role_insufficient'])
  },
)

test.each(entries.filter(({ access }) => access === 'public'))(
  '$name is public and ignores Authorization',
  async (call) => {
    const [expected, ...responses] = await Promise.all([
      callWithBrokenBody(call),
      callWithBrokenBody(call, 'Bearer broken'),
      callWithBrokenBody(call, `Bearer ${expired.token}`),
      callWithBrokenBody(call, `Bearer ${customer.token}`),
    ])
    for (const response of responses) {
      expect(response.status).toBe(expected.status)
      expect(response.body).toEqual(expected.body)
    }
    const { method, querystring }: Call = call
    const isComplete = method === 'GET' && querystring?.safeParse({}).success !== false
    const status = call.path.includes(':id') ? 404 : 200
    expect(expected.status).toBe(isComplete ? status : 400)
  },
)

test('accepts the authorization scheme in lower case', async () => {
  const { status } = await shop.call('GET', `/user/${customer.email}`, undefined, {
    authorization: `bearer ${customer.token}`,
  })
  expect(status).toBe(200)
})

test('refuses the tokens of an expired session', async () => {
  const user = await addCustomer(shop)
  await sql`update sessions set expires_at = now() where id = ${user.sessionId}`.execute(shop.db)
  expect((await user.call('GET', `/user/${user.email}`)).status).toBe(401)
})

test('removes the rights of a demoted admin with the next request', async () => {
  const admin = await addCustomer(shop, { role: 'admin' })
  expect((await admin.call('GET', '/allUsers')).status).toBe(200)
  await sql`update users set role = 'customer' where id = ${admin.id}`.execute(shop.db)
  expect((await admin.call('GET', '/allUsers')).body.code).toBe('role_insufficient')
})

test('sends private responses with no-store', async () => {
  const { headers } = await customer.call('GET', `/myOrders?client=${customer.email}`)
  expect(headers.get('cache-control')).toBe('no-store')
})
