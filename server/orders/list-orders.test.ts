import { afterAll, beforeAll, expect, test } from 'vitest'
import { idsOf, pagesOf } from '../testing/calls.ts'
import { type Cards, cardsOf } from '../testing/cards.ts'
import { placeOrder, placePaidOrder } from '../testing/orders.ts'
import { addPart } from '../testing/parts.ts'
import { addAdmin, addCustomer, type Person } from '../testing/people.ts'
import { startTestShop, type TestShop } from '../testing/shop.ts'

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
    '\\',
    '5% off_',
    transactionId,
    transactionId.slice(5, 15),
  ])
    expect([search, await found(search)]).toEqual([search, [paid]])
  for (const search of ['100%sure', 'Crank_arm', '%%', '__', "' or true --"])
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
  'client=a@b.cd',
])('the query %s is refused', async (query) => {
  const { status, body } = await admin.call('GET', `/allOrders?${query}`)
  expect([status, Object.keys(body.errors)]).toEqual([400, [query.split('=')[0]]])
})
