import { afterAll, expect, test } from 'vitest'
import { fetchPages, readIds, readNextLink } from '../../../../tests/support/shop/api-client.ts'
import { addParts } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'

const shop = await startTestShop()
const ids = await addParts(shop, 104)
afterAll(() => shop.close())

test('lists parts in a stable order, with the fields of the specification', async () => {
  const { status, body, headers } = await shop.call('GET', '/parts?size=6')
  expect(status).toBe(200)
  expect(readIds({ body } as never)).toEqual(ids.slice(0, 6))
  expect(body[0]).toEqual({
    _id: ids[0],
    name: 'Chain 10-speed',
    description: 'Nickel-plated, 116 links.',
    img: 'https://pictures.example/chain.svg',
    price: 2.5,
    availableQuantity: 100,
    minimumOrder: 10,
  })
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('lists 100 parts by default and reports the total count', async () => {
  const list = await shop.call('GET', '/parts')
  expect(readIds(list)).toEqual(ids.slice(0, 100))
  expect(list.headers.get('x-total-count')).toBe('104')
  expect(readNextLink(list)).toBe(`/parts?size=100&after=${ids[99]}`)
})

test.each([1, 6, 25, 100])('lists each part exactly once in pages of %i', async (size) => {
  const pages = await fetchPages(shop.call, `/parts?size=${size}`)
  expect(pages).toHaveLength(Math.ceil(104 / size))
  expect(pages.flatMap(readIds)).toEqual(ids)
})

test('returns an empty page after the last part', async () => {
  const { body, headers } = await shop.call('GET', `/parts?after=${ids.at(-1)}`)
  expect(body).toEqual([])
  expect(headers.get('link')).toBeNull()
})

test.each(['0', '101', '1.5', '-1', 'abc', '', '1e1', '0x10', '%206', '06'])(
  'refuses a page size of %j instead of clamping it',
  async (size) => {
    const { status, body } = await shop.call('GET', `/parts?size=${size}`)
    expect([status, body.code]).toEqual([400, 'input_invalid'])
    expect(body.errors).toEqual({ size: expect.stringContaining('from 1 to 100') })
  },
)

test.each([
  ['size=6&size=6', 'size'],
  ['size[]=6', 'size[]'],
  ['after=somewhere', 'after'],
  ['colour=red', 'colour'],
])('refuses the query %s with an error for its field', async (query, field) => {
  const { status, body } = await shop.call('GET', `/parts?${query}`)
  expect([status, body.code]).toEqual([400, 'input_invalid'])
  expect(Object.keys(body.errors)).toEqual([field])
})

test('responds with 304 for a list that the client has cached', async () => {
  const first = await shop.call('GET', '/parts?size=6')
  const etag = first.headers.get('etag') as string
  const again = await shop.call('GET', '/parts?size=6', undefined, { 'if-none-match': etag })
  expect([again.status, again.body]).toEqual([304, ''])
  expect(again.headers.get('etag')).toBe(etag)
  const other = await shop.call('GET', '/parts?size=7', undefined, { 'if-none-match': etag })
  expect(other.status).toBe(200)
})

test.each(['br', 'gzip', 'identity', 'br;q=0, gzip', 'br;q=0, gzip;q=0'])(
  'sends the same list with accept-encoding %s',
  async (encoding) => {
    const plain = await shop.app.inject({ url: '/parts?size=60' })
    const other = await fetch(`${shop.url}/parts?size=60`, {
      headers: { 'accept-encoding': encoding },
    })
    const expected = { br: 'br', gzip: 'gzip', 'br;q=0, gzip': 'gzip' }[encoding] ?? null
    expect(other.headers.get('content-encoding')).toBe(expected)
    expect(other.headers.get('vary')).toBe('accept-encoding')
    expect(await other.text()).toBe(plain.body)
  },
)

test('responds to HEAD with the headers of GET and no body', async () => {
  const get = await shop.call('GET', '/parts?size=6')
  const head = await shop.call('HEAD', '/parts?size=6')
  expect([head.status, head.body]).toEqual([200, ''])
  for (const name of ['etag', 'x-total-count', 'link'])
    expect(head.headers.get(name)).toBe(get.headers.get(name))
})
