import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, idsOf, linkOf, pagesOf } from '../../../../tests/support/shop/calls.ts'
import { type Cards, cardsOf } from '../../../../tests/support/shop/cards.ts'
import { placeOrder, placePaidOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop
let cards: Cards
let admin: Person
let part: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
  cards = cardsOf(shop)
  admin = await addAdmin(shop)
  part = await addPart(shop, { stock: 100_000 })
})
afterAll(() => shop.close())

const mine = ({ email }: Person, query = '') => `/myOrders?client=${email}${query}`

test('a customer sees his own orders and nobody else’s, newest first', async () => {
  const [one, two] = await Promise.all([addCustomer(shop), addCustomer(shop)])
  const ids: string[] = []
  for (let n = 0; n < 3; n++) {
    ids.unshift(await placeOrder(one.call, part))
    await placeOrder(two.call, part)
  }
  const list = await one.call('GET', mine(one))
  expect(idsOf(list)).toEqual(ids)
  expect(list.body[0]).toEqual((await one.call('GET', `/booking/${ids[0]}`)).body)
})

test('a customer who asks for somebody else’s orders is refused', async () => {
  const [one, two] = await Promise.all([addCustomer(shop), addCustomer(shop)])
  for (const asker of [one, admin]) {
    const { status, body } = await asker.call('GET', mine(two))
    expect([status, body.code]).toEqual([403, 'email_foreign'])
  }
  const { status, body } = await one.call('GET', '/myOrders')
  expect([status, Object.keys(body.errors)]).toEqual([400, ['client']])
})

test('a list of orders can be followed to its end, and each is met exactly once', async () => {
  const customer = await addCustomer(shop)
  for (let n = 0; n < 7; n++) await placeOrder(customer.call, part)
  const all = idsOf(await customer.call('GET', mine(customer)))
  expect(all).toHaveLength(7)
  const pages = await pagesOf(customer.call, mine(customer, '&size=3'))
  expect(pages.map(({ body }) => body.length)).toEqual([3, 3, 1])
  expect(pages.flatMap(idsOf)).toEqual(all)
  const everything = await pagesOf(admin.call, '/allOrders?size=4')
  expect(new Set(everything.flatMap(idsOf)).size).toBe(everything.flatMap(idsOf).length)
  expect(everything.flatMap(idsOf)).toEqual(idsOf(await admin.call('GET', '/allOrders')))
})

test('an admin finds orders by e-mail, part and transaction, taking every sign as it is', async () => {
  const customer = await addCustomer(shop, { email: '100%_sure@example.com' })
  const odd = await addPart(shop, { name: 'Crank\\arm 5% off_white' })
  const paid = await placePaidOrder(customer.call, cards, odd)
  const { transactionId } = (await customer.call('GET', `/booking/${paid}`)).body
  const found = async (search: string) =>
    idsOf(await admin.call('GET', `/allOrders?search=${encodeURIComponent(search)}`))
  for (const search of [
    '100%_SURE',
    'crank\\arm',
    '100%',
    paid,
    paid.toUpperCase(),
    '5% off_',
    transactionId,
    transactionId.slice(5, 15),
  ])
    expect([search, await found(search)]).toEqual([search, [paid]])
  for (const search of ['100%sure', 'Crank_arm', '%%', '__', '\\', '---', "' or true --"])
    expect([search, await found(search)]).toEqual([search, []])
})

test('an admin sorts orders out by their status', async () => {
  const customer = await addCustomer(shop, { email: 'by-status@example.com' })
  const pending = await placeOrder(customer.call, part)
  const paid = await placePaidOrder(customer.call, cards, part)
  const shipped = await placePaidOrder(customer.call, cards, part)
  const gone = await placeOrder(customer.call, part)
  await admin.call('PATCH', `/shipped/${shipped}`)
  await admin.call('DELETE', `/booking/${gone}`)
  const of = async (query: string) =>
    idsOf(await admin.call('GET', `/allOrders?search=by-status${query}`))
  expect(await of('&status=Pending')).toEqual([pending])
  expect(await of('&status=Paid')).toEqual([paid])
  expect(await of('&status=Shipped')).toEqual([shipped])
  expect(await of('')).toEqual([shipped, paid, pending])
})

test.each([
  'size=0',
  'size=101',
  'size=1&size=2',
  'after=x',
  'status=Cancelled',
  'status=paid',
  `search=${'x'.repeat(201)}`,
  'search=a%00b',
  'client=nobody',
  'sort=price',
  'before=x',
  'last=1',
])('the query %s is refused', async (query) => {
  const { status, body } = await admin.call('GET', `/allOrders?${query}`)
  expect([status, Object.keys(body.errors)]).toEqual([400, [query.split('=')[0]]])
})

test('of fewer than three letters, an admin finds the e-mails that begin so', async () => {
  const one = await addCustomer(shop, { email: 'qz-bikes@example.com' })
  const other = await addCustomer(shop, { email: 'a-qz@example.com' })
  const id = await placeOrder(one.call, part)
  await placeOrder(other.call, part)
  for (const search of ['qz', 'QZ', 'qz-', 'qz-b'])
    expect(idsOf(await admin.call('GET', `/allOrders?search=${search}`))).toEqual([id])
})

test('an order is found by its transaction as soon as it is paid, and by any of its words', async () => {
  const customer = await addCustomer(shop, { name: 'Żółw Rowery', email: 'zolw@example.com' })
  const own = await addPart(shop, { name: 'Freewheel 16T' })
  const id = await placePaidOrder(customer.call, cards, own)
  const { transactionId } = (await customer.call('GET', `/booking/${id}`)).body
  for (const search of [transactionId, 'zolw@', 'żółw', 'ROWERY', 'wheel 16t', 'zolw@example.com'])
    expect([
      search,
      idsOf(await admin.call('GET', `/allOrders?search=${encodeURIComponent(search)}`)),
    ]).toEqual([search, [id]])
})

test('before, after and last are refused together', async () => {
  const [one] = idsOf(await admin.call('GET', '/allOrders?size=1'))
  for (const query of [`after=${one}&before=${one}`, `last=true&after=${one}`]) {
    const { status, body } = await admin.call('GET', `/allOrders?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([400, ['before']])
  }
})

/** Follows the list back from its last page; answers its pages, first one first. */
async function pagesBackFrom(call: Call, path: string): Promise<string[][]> {
  const page = await call('GET', path)
  const previous = linkOf(page, 'prev')
  return [...(previous ? await pagesBackFrom(call, previous) : []), idsOf(page)]
}

test.each(['newest', 'oldest', 'dearest', 'cheapest'])(
  'the list of the %s first is turned forwards and back, and each order is met once',
  async (sort) => {
    const customer = await addCustomer(shop, { email: `turned-${sort}@example.com` })
    const quantities = [10, 30, 20, 30, 10, 30, 40]
    const placed: [string, number][] = []
    for (const quantity of quantities) {
      placed.push([await placeOrder(customer.call, part, quantity), quantity])
    }
    const byTotal = placed.toSorted(([a, m], [b, n]) => m - n || a.localeCompare(b))
    const cheapest = byTotal.map(([id]) => id)
    const oldest = placed.map(([id]) => id)
    const expected = {
      oldest,
      cheapest,
      newest: oldest.toReversed(),
      dearest: cheapest.toReversed(),
    }[sort]
    const path = `/allOrders?search=turned-${sort}&status=Pending&sort=${sort}&size=3`
    const forwards = await pagesOf(admin.call, path)
    expect(forwards.flatMap(idsOf)).toEqual(expected)
    expect(forwards.map(({ body }) => body.length)).toEqual([3, 3, 1])
    const backwards = await pagesBackFrom(admin.call, `${path}&last=true`)
    expect(backwards.flat()).toEqual(expected)
    expect(backwards.map((page) => page.length)).toEqual([1, 3, 3])
    const middle = forwards[1] as (typeof forwards)[number]
    expect(middle.headers.get('x-total-count')).toBe('7')
    const back = await admin.call('GET', linkOf(middle, 'prev') as string)
    expect(idsOf(back)).toEqual(expected?.slice(0, 3))
    expect(linkOf(back, 'prev')).toBeUndefined()
    expect(linkOf(middle, 'first')).toBe(path)
    expect(linkOf(middle, 'last')).toBe(`${path}&last=true`)
    expect(linkOf(forwards[0] as typeof middle, 'prev')).toBeUndefined()
    expect(linkOf(forwards[2] as typeof middle, 'last')).toBeUndefined()
  },
)

test('an order that is cancelled while one turns pages makes one lose none of the others', async () => {
  const customer = await addCustomer(shop, { email: 'meanwhile@example.com' })
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift(await placeOrder(customer.call, part))
  const path = '/allOrders?search=meanwhile@&sort=dearest&size=2'
  const first = await admin.call('GET', path)
  const seen = idsOf(first)
  await admin.call('DELETE', `/booking/${seen[1]}`)
  const rest = await pagesOf(admin.call, linkOf(first, 'next') as string)
  expect([...seen, ...rest.flatMap(idsOf)].toSorted()).toEqual(ids.toSorted())
  expect(first.headers.get('x-total-count')).toBe('5')
  expect(rest[0]?.headers.get('x-total-count')).toBe('4')
})
