import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { fetchPages, readIds, readNextLink } from '../../../tests/support/shop/api-client.ts'
import { addShippedOrder } from '../../../tests/support/shop/orders.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const customer = await addCustomer(shop, { name: 'Velo Nord' })
// Without a shipped order one review a day is accepted: review-spam.test.ts.
await addShippedOrder(shop, customer)
afterAll(() => shop.close())

async function review(body: object): Promise<string> {
  const response = await customer.call('POST', '/reviews', body)
  expect(response.status).toBe(201)
  return response.body.insertedId
}

test('adds a review and lists it first', async () => {
  await review({ ratting: 3, comment: 'Good.' })
  const id = await review({ ratting: 5, comment: 'Better.\nAnd again.' })
  const { status, body } = await shop.call('GET', '/reviews')
  expect(status).toBe(200)
  expect(body[0]).toEqual({
    _id: id,
    name: 'Velo Nord',
    ratting: 5,
    comment: 'Better.\nAnd again.',
    verifiedBuyer: true,
    answer: null,
  })
})

test('accepts an empty comment', async () => {
  const id = await review({ ratting: 1, comment: '' })
  const { body } = await shop.call('GET', '/reviews?size=1')
  expect(body).toMatchObject([{ _id: id, ratting: 1, comment: '' }])
})

test('uses the name of the account and ignores a name in the request', async () => {
  const id = await review({ ratting: 4, comment: 'Fine.', name: 'Somebody Else' })
  const { body } = await shop.call('GET', '/reviews?size=1')
  expect(body).toMatchObject([{ _id: id, name: 'Velo Nord', ratting: 4, comment: 'Fine.' }])
})

test.each([
  ['ratting', { comment: 'x', ratting: 0 }],
  ['ratting', { comment: 'x', ratting: 6 }],
  ['ratting', { comment: 'x', ratting: 4.5 }],
  ['ratting', { comment: 'x', ratting: '5' }],
  ['ratting', { comment: 'x' }],
  ['comment', { ratting: 5 }],
  ['comment', { ratting: 5, comment: null }],
  ['comment', { ratting: 5, comment: 'x'.repeat(2001) }],
  ['comment', { ratting: 5, comment: 'a\u0000b' }],
  ['rating', { ratting: 5, comment: 'x', rating: 5 }],
])('refuses a wrong %s: %j', async (field, body) => {
  const response = await customer.call('POST', '/reviews', body)
  expect([response.status, response.body.code]).toEqual([400, 'input_invalid'])
  expect(Object.keys(response.body.errors)).toEqual([field])
})

test('lists each review exactly once over all pages, newest first', async () => {
  for (let n = 0; n < 7; n++) await review({ ratting: 5, comment: `No. ${n}` })
  const all = readIds(await shop.call('GET', '/reviews'))
  const pages = await fetchPages(shop.call, '/reviews?size=3')
  expect(pages.flatMap(readIds)).toEqual(all)
  expect([...all].sort().reverse()).toEqual(all)
})

test('lists a hundred reviews by default, with a link to the next page', async () => {
  const { id } = customer
  const rows = Array.from({ length: 101 }, () => ({
    id: randomUUIDv7(),
    user_id: id,
    name: 'Velo Nord',
    rating: 5,
    comment: 'Good.',
  }))
  await shop.db.insertInto('reviews').values(rows).execute()
  await review({ ratting: 5, comment: 'Good.' })
  const list = await shop.call('GET', '/reviews')
  expect(list.body).toHaveLength(100)
  expect(readNextLink(list)).toBe(`/reviews?size=100&after=${list.body[99]._id}`)
})

test('responds with 304 until a review is added', async () => {
  const etag = (await shop.call('GET', '/reviews')).headers.get('etag') as string
  const requestIfChanged = () => shop.call('GET', '/reviews', undefined, { 'if-none-match': etag })
  const again = await requestIfChanged()
  expect([again.status, again.body]).toEqual([304, ''])
  await review({ ratting: 5, comment: 'One more.' })
  expect((await requestIfChanged()).body[0].comment).toBe('One more.')
})

test.each(['br', 'gzip', 'identity'])(
  'sends the same reviews with content encoding %s',
  async (encoding) => {
    const plain = await shop.app.inject({ url: '/reviews' })
    const other = await fetch(`${shop.url}/reviews`, { headers: { 'accept-encoding': encoding } })
    expect(other.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(other.headers.get('vary')).toBe('accept-encoding')
    expect(await other.text()).toBe(plain.body)
  },
)

test.each(['size=0', 'size=101', 'size=x', 'size=1&size=2', 'after=x', 'sort=best'])(
  'refuses the query %s',
  async (query) => {
    const { status, body } = await shop.call('GET', `/reviews?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([400, [query.split('=')[0]]])
  },
)
