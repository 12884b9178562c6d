import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
afterAll(() => shop.close())

/** Calls whose contract has no body, with unknown ids. */
const callsWithoutBody: [string, string][] = [
  ['DELETE', `/part/${randomUUIDv7()}`],
  ['PATCH', `/shipped/${randomUUIDv7()}`],
  ['PUT', '/user/admin/nobody@example.com'],
  ['DELETE', `/booking/${randomUUIDv7()}`],
]

test.each<[string, string]>([
  ['GET', `/parts/${randomUUIDv7()}`],
  ['GET', '/user/nobody@example.com'],
  ['POST', '/reviews'],
  ...callsWithoutBody,
])('%s %s refuses an unknown query parameter', async (method, path) => {
  const { status, body } = await admin.call(method, `${path}?colour=red`)
  expect([status, body.code]).toEqual([400, 'input_invalid'])
})

test.each(callsWithoutBody)('%s %s accepts no body, an empty body and {}', async (method, path) => {
  const responses = await Promise.all([
    admin.call(method, path),
    admin.call(method, path, ''),
    admin.call(method, path, '', { 'content-type': 'text/plain' }),
    admin.call(method, path, {}),
  ])
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
})

test.each(callsWithoutBody)('%s %s refuses the fields of a body', async (method, path) => {
  const { status, body } = await admin.call(method, path, '{"a":1,"constructor":2}')
  expect([status, body.code]).toEqual([400, 'input_invalid'])
  expect(Object.entries(body.errors)).toEqual([
    ['a', 'There is no such field.'],
    ['constructor', 'There is no such field.'],
  ])
  for (const invalid of ['[1]', '5', 'null', '"text"']) {
    const response = await admin.call(method, path, invalid)
    expect([response.status, Object.keys(response.body.errors)]).toEqual([400, ['body']])
  }
  expect((await admin.call(method, path, '{"a"')).status).toBe(400)
})

test('refuses an unauthorized call before validating its body', async () => {
  const { status, body } = await shop.call('DELETE', `/part/${randomUUIDv7()}`, { a: 1 })
  expect([status, body.code]).toEqual([401, 'token_missing'])
})
