import { describeRefusal } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/users.ts'
import { isDatabaseOutage } from './problems.ts'

const PART_ID = '0190b5a4-4a3b-7c7d-8e9f-0123456789ab'

const shop = await startTestShop()
const customer = await addCustomer(shop)
afterAll(() => shop.close())

test('sends a refusal as a problem with a stable code and a sentence', async () => {
  const { headers, body } = await shop.call('GET', '/parts?size=0')
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(body).toMatchObject({ type: 'about:blank', status: 400, code: 'input_invalid' })
  expect(body.title).toMatch(/\.$/)
})

test('reports every invalid field of a body', async () => {
  const { body } = await customer.call('POST', '/booking', {
    productId: 'no id',
    quantity: 0,
    address: ' ',
    colour: 'red',
  })
  expect(body.errors).toEqual({
    productId: 'This is not a valid ID.',
    quantity: 'Enter at least one piece.',
    phone: 'Phone number required',
    address: 'Please Provide Your Address',
    colour: 'There is no such field.',
  })
})

test('describes missing fields and wrong types without JavaScript type names', async () => {
  const errorsOf = async (path: string, body?: object) =>
    (await customer.call(body ? 'POST' : 'GET', path, body)).body.errors
  expect(await errorsOf('/myOrders')).toEqual({ client: 'Required' })
  expect(await errorsOf('/reviews', [])).toEqual({ body: 'This must be an object.' })
  expect(await errorsOf('/reviews', { comment: 7, name: 'Ada', ratting: 5 })).toEqual({
    comment: 'This must be text.',
  })
  expect(await errorsOf('/reviews', { ratting: 5 })).toEqual({ comment: 'Required' })
})

test.each(['{"broken', '', 'null', '[]', '"text"', '{"__proto__":{"admin":true}}'])(
  'refuses the body %j as invalid input',
  async (body) => {
    const response = await customer.call('POST', '/reviews', body)
    expect([response.status, response.body.code]).toEqual([400, 'input_invalid'])
  },
)

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'reports the unknown field %s',
  async (name) => {
    const { status, body } = await shop.call('GET', `/parts?${name}=1&colour=red`)
    expect(status).toBe(400)
    expect(Object.entries(body.errors).sort()).toEqual(
      [
        [name, 'There is no such field.'],
        ['colour', 'There is no such field.'],
      ].sort(),
    )
  },
)

test.each([
  ['/parts?size=1&size=2', 'size'],
  [`/reviews?after=${PART_ID}&after=${PART_ID}`, 'after'],
  ['/myOrders?client=a@b.cd&client=a@b.cd', 'client'],
  ['/allOrders?search=a&search=b', 'search'],
  ['/allOrders?status=Paid&status=Paid', 'status'],
])('refuses %s, which repeats %s', async (path, name) => {
  const admin = await addAdmin(shop)
  const { status, body } = await admin.call('GET', path)
  expect([status, body.errors]).toEqual([400, { [name]: `Give ${name} once.` }])
})

test('refuses a body that is not JSON', async () => {
  const response = await customer.call('POST', '/reviews', 'ratting=5', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect([response.status, response.body.code]).toEqual([415, 'media_type_unsupported'])
})

test('refuses a body above 64 KiB', async () => {
  const response = await customer.call('POST', '/reviews', { comment: 'x'.repeat(64 * 1024) })
  expect([response.status, response.body.code]).toEqual([413, 'body_too_large'])
})

test.each(['/parts/%00', '/parts/%', '/user/%E0%A4%A', '/reviews?after=%00'])(
  'refuses the malformed URL %s',
  async (path) => {
    const { status } = await customer.call('GET', path)
    expect(status).toBe(400)
  },
)

test.each(['/parts/%zz', '/parts/%', `/parts/${'x'.repeat(1000)}`])(
  'sets the headers that every response has when it refuses an unparsable URL',
  async (path) => {
    const malformed = await shop.call('GET', path)
    expect(malformed.status).toBe(400)
    expect(malformed.body).toMatchObject({
      type: 'about:blank',
      status: 400,
      code: 'input_invalid',
    })
    const other = await shop.call('GET', '/parts?size=0')
    expect(stableHeaders(malformed.headers)).toEqual(stableHeaders(other.headers))
  },
)

/** Returns the headers, without the values that vary with time or length. */
function stableHeaders(headers: Headers) {
  const varying = ['date', 'content-length', 'x-request-id']
  return [...headers].map(([name, value]) => (varying.includes(name) ? name : [name, value]))
}

test('does not send the message of an exception to the client', async () => {
  await sql`alter table reviews add constraint planted check (false) not valid`.execute(shop.db)
  const { body } = await customer.call('POST', '/reviews', { ratting: 5, comment: '' })
  await sql`alter table reviews drop constraint planted`.execute(shop.db)
  expect(body).toEqual({
    type: 'about:blank',
    title: describeRefusal('internal').title,
    status: 500,
    code: 'internal',
    requestId: expect.any(String),
  })
  expect(shop.errors.splice(0)).toEqual([expect.stringContaining('planted')])
})

test('distinguishes a database outage from a bug', () => {
  for (const code of ['08006', '57P01', '53300', '40P01', '40001', '55P03', '57014', '25006'])
    expect(isDatabaseOutage(Object.assign(new Error('gone'), { code }))).toBe(true)
  for (const code of ['ECONNREFUSED', 'EHOSTUNREACH', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
    expect(isDatabaseOutage(Object.assign(new Error('unreachable'), { code }))).toBe(true)
  for (const message of [
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
  ])
    expect(isDatabaseOutage(new Error(message))).toBe(true)
  for (const code of ['23505', '22P02', '42601'])
    expect(isDatabaseOutage(Object.assign(new Error('wrong'), { code }))).toBe(false)
})
