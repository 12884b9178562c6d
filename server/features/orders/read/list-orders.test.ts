import { formatOrderNumber } from '@freehub/contract/orders/order-number'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import {
  type ApiClient,
  fetchPages,
  readIds,
  readLink,
} from '../../../../tests/support/shop/api-client.ts'
import { createCardClient } from '../../../../tests/support/shop/cards.ts'
import { placeOrderOf, sameQuantityOf } from '../../../../tests/support/shop/carts.ts'
import { placeOrder, placePaidOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart, addParts } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
const cards = createCardClient(shop)
const admin = await addAdmin(shop)
const part = await addPart(shop, { stock: 100_000 })
afterAll(() => shop.close())

const mine = ({ email }: TestUser, query = '') => `/myOrders?client=${email}${query}`

test('lists only the customer’s own orders, newest first', async () => {
  const [one, two] = await Promise.all([addCustomer(shop), addCustomer(shop)])
  const ids: string[] = []
  for (let n = 0; n < 3; n++) {
    ids.unshift(await placeOrder(one.call, part))
    await placeOrder(two.call, part)
  }
  const list = await one.call('GET', mine(one))
  expect(readIds(list)).toEqual(ids)
  expect(list.body[0]).toEqual((await one.call('GET', `/booking/${ids[0]}`)).body)
})

test('refuses to list another user’s orders', async () => {
  const [one, two] = await Promise.all([addCustomer(shop), addCustomer(shop)])
  for (const user of [one, admin]) {
    const { status, body } = await user.call('GET', mine(two))
    expect([status, body.code]).toEqual([403, 'email_foreign'])
  }
  const { status, body } = await one.call('GET', '/myOrders')
  expect([status, Object.keys(body.errors)]).toEqual([400, ['client']])
})

test('lists each order exactly once when paging through the whole list', async () => {
  const customer = await addCustomer(shop)
  for (let n = 0; n < 7; n++) await placeOrder(customer.call, part)
  const all = readIds(await customer.call('GET', mine(customer)))
  expect(all).toHaveLength(7)
  const pages = await fetchPages(customer.call, mine(customer, '&size=3'))
  expect(pages.map(({ body }) => body.length)).toEqual([3, 3, 1])
  expect(pages.flatMap(readIds)).toEqual(all)
  const everything = await fetchPages(admin.call, '/allOrders?size=4')
  expect(new Set(everything.flatMap(readIds)).size).toBe(everything.flatMap(readIds).length)
  expect(everything.flatMap(readIds)).toEqual(readIds(await admin.call('GET', '/allOrders')))
})

test('finds orders by email, part and transaction, and treats wildcards as plain text', async () => {
  const customer = await addCustomer(shop, { email: '100%_sure@example.com' })
  const odd = await addPart(shop, { name: 'Crank\\arm 5% off_white' })
  const paid = await placePaidOrder(customer.call, cards, odd)
  const { transactionId } = (await customer.call('GET', `/booking/${paid}`)).body
  const found = async (search: string) =>
    readIds(await admin.call('GET', `/allOrders?search=${encodeURIComponent(search)}`))
  for (const search of [
    '100%_SURE',
    'crank\\arm',
    '100%',
    paid,
    paid.toUpperCase(),
    '5% off_',
    transactionId,
  ])
    expect([search, await found(search)]).toEqual([search, [paid]])
  for (const search of ['100%sure', 'Crank_arm', '%%', '__', '\\', '---', "' or true --"])
    expect([search, await found(search)]).toEqual([search, []])
})

test('finds an order by its number, and by the beginning or the end of the number', async () => {
  const customer = await addCustomer(shop, { email: 'by-number@example.com' })
  const id = await placeOrder(customer.call, part)
  const { orderNumber } = (await customer.call('GET', `/booking/${id}`)).body
  const found = async (search: string) =>
    readIds(await admin.call('GET', `/allOrders?search=${encodeURIComponent(search)}`))
  const digits = orderNumber.slice(3)
  for (const search of [orderNumber, ` ${orderNumber.toLowerCase()}`, `fh${digits}`, digits])
    expect([search, await found(search)]).toEqual([search, [id]])
  for (const search of [orderNumber.slice(0, -1), digits.slice(2), digits.slice(0, -1)])
    expect([search, (await found(search)).includes(id)]).toEqual([search, true])
  const wrong = digits.slice(0, -1) + ((Number(digits.at(-1)) + 1) % 10)
  for (const search of [wrong, `FH-${wrong}`])
    expect([search, await found(search)]).toEqual([search, []])
})

test('finds orders of a part whose number looks like an order number', async () => {
  const customer = await addCustomer(shop)
  const own = await addPart(shop, { name: 'Tyre 37-622' })
  const sku = formatOrderNumber(98_765_432).slice(3)
  await shop.db.updateTable('parts').set({ sku }).where('id', '=', own).execute()
  const id = await placeOrder(customer.call, own)
  expect(readIds(await admin.call('GET', `/allOrders?search=${sku}`))).toEqual([id])
})

test('formats order numbers in PostgreSQL like `formatOrderNumber`', async () => {
  for (const number of [10_001, 10_421, 99_999, 1_234_567, 999_999_999_999]) {
    const { rows } = await sql<{ text: string }>`
      select order_number_text(${number}) as text`.execute(shop.db)
    expect(rows[0]?.text).toBe(formatOrderNumber(number))
  }
})

test('filters orders by a part on any line, without cancelled lines', async () => {
  const customer = await addCustomer(shop)
  // The search text of an order contains only its first 50 lines.
  const parts = await addParts(shop, 52)
  const last = parts.at(-1) as string
  const id = await placeOrderOf(customer.call, sameQuantityOf(parts))
  await placeOrder(customer.call, part)
  const listed = (query: string) => admin.call('GET', `/allOrders?${query}`)
  const found = await listed(`part=${last}&status=Pending`)
  expect([readIds(found), found.headers.get('x-total-count')]).toEqual([[id], '1'])
  expect(readIds(await listed(`part=${last}&status=Paid`))).toEqual([])
  const mine = `/myOrders?client=${encodeURIComponent(customer.email)}&part=${last}`
  expect(readIds(await customer.call('GET', mine))).toEqual([id])
  const csv = await fetch(new URL(`/api/orders/export.csv?part=${last}`, shop.url), {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect((await csv.text()).trimEnd().split('\r\n')).toHaveLength(53)
  await admin.call('DELETE', `/api/orders/${id}/lines?lines=52`)
  expect(readIds(await listed(`part=${last}`))).toEqual([])
  expect((await listed('part=chain')).status).toBe(400)
})

test('filters orders by status', async () => {
  const customer = await addCustomer(shop, { email: 'by-status@example.com' })
  const pending = await placeOrder(customer.call, part)
  const paid = await placePaidOrder(customer.call, cards, part)
  const shipped = await placePaidOrder(customer.call, cards, part)
  const cancelled = await placeOrder(customer.call, part)
  await admin.call('PATCH', `/shipped/${shipped}`)
  await admin.call('DELETE', `/booking/${cancelled}`)
  const of = async (query: string) =>
    readIds(await admin.call('GET', `/allOrders?search=by-status${query}`))
  expect(await of('&status=Pending')).toEqual([pending])
  expect(await of('&status=Paid')).toEqual([paid])
  expect(await of('&status=Shipped')).toEqual([shipped])
  expect(await of('')).toEqual([shipped, paid, pending])
})

test('lists the orders of one customer for staff', async () => {
  const [one, other] = [await addCustomer(shop), await addCustomer(shop)]
  const id = await placeOrder(one.call, part)
  await placeOrder(other.call, part)
  const email = encodeURIComponent(one.email.toUpperCase())
  expect(readIds(await admin.call('GET', `/allOrders?client=${email}`))).toEqual([id])
})

test.each([
  'size=0',
  'size=101',
  'size=1&size=2',
  'after=x',
  'status=Lost',
  'status=paid',
  `search=${'x'.repeat(201)}`,
  'search=a%00b',
  'client=unknown',
  'sort=price',
  'before=x',
  'last=1',
])('refuses the query %s', async (query) => {
  const { status, body } = await admin.call('GET', `/allOrders?${query}`)
  expect([status, Object.keys(body.errors)]).toEqual([400, [query.split('=')[0]]])
})

test('matches the start of the email, not its middle, for a search without three letters in a row', async () => {
  const one = await addCustomer(shop, { email: 'qz-bikes@example.com' })
  const other = await addCustomer(shop, { email: 'a-qz@example.com' })
  const id = await placeOrder(one.call, part)
  await placeOrder(other.call, part)
  for (const search of ['qz', 'QZ', 'qz-', 'qz-b'])
    expect(readIds(await admin.call('GET', `/allOrders?search=${search}`))).toEqual([id])
})

test('finds a paid order by its transaction, and by words of its email, name and part', async () => {
  const customer = await addCustomer(shop, { name: 'Żółw Rowery', email: 'zolw@example.com' })
  const own = await addPart(shop, { name: 'Freewheel 16T' })
  const id = await placePaidOrder(customer.call, cards, own)
  const { transactionId } = (await customer.call('GET', `/booking/${id}`)).body
  for (const search of [transactionId, 'zolw@', 'żółw', 'ROWERY', 'wheel 16t', 'zolw@example.com'])
    expect([
      search,
      readIds(await admin.call('GET', `/allOrders?search=${encodeURIComponent(search)}`)),
    ]).toEqual([search, [id]])
})

test('refuses a query with two of the parameters before, after and last', async () => {
  const [one] = readIds(await admin.call('GET', '/allOrders?size=1'))
  for (const query of [`after=${one}&before=${one}`, `last=true&after=${one}`]) {
    const { status, body } = await admin.call('GET', `/allOrders?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([400, ['before']])
  }
})

/** Follows the list back from its last page. Returns the pages from the first to the last. */
async function fetchPagesBackwards(call: ApiClient, path: string): Promise<string[][]> {
  const page = await call('GET', path)
  const previous = readLink(page, 'prev')
  return [...(previous ? await fetchPagesBackwards(call, previous) : []), readIds(page)]
}

test.each(['newest', 'oldest', 'dearest', 'cheapest'])(
  'lists each order once when paging forwards and backwards, %s first',
  async (sort) => {
    const customer = await addCustomer(shop, { email: `paged-${sort}@example.com` })
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
    const path = `/allOrders?search=paged-${sort}&status=Pending&sort=${sort}&size=3`
    const forwards = await fetchPages(admin.call, path)
    expect(forwards.flatMap(readIds)).toEqual(expected)
    expect(forwards.map(({ body }) => body.length)).toEqual([3, 3, 1])
    const backwards = await fetchPagesBackwards(admin.call, `${path}&last=true`)
    expect(backwards.flat()).toEqual(expected)
    expect(backwards.map((page) => page.length)).toEqual([1, 3, 3])
    const middle = forwards[1] as (typeof forwards)[number]
    expect(middle.headers.get('x-total-count')).toBe('7')
    const previous = await admin.call('GET', readLink(middle, 'prev') as string)
    expect(readIds(previous)).toEqual(expected?.slice(0, 3))
    expect(readLink(previous, 'prev')).toBeUndefined()
    expect(readLink(middle, 'first')).toBe(path)
    expect(readLink(middle, 'last')).toBe(`${path}&last=true`)
    expect(readLink(forwards[0] as typeof middle, 'prev')).toBeUndefined()
    expect(readLink(forwards[2] as typeof middle, 'last')).toBeUndefined()
  },
)

test('skips no order when another order is cancelled during paging', async () => {
  const customer = await addCustomer(shop, { email: 'meanwhile@example.com' })
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift(await placeOrder(customer.call, part))
  const path = '/allOrders?search=meanwhile@&sort=dearest&size=2'
  const first = await admin.call('GET', path)
  const seen = readIds(first)
  await admin.call('DELETE', `/booking/${seen[1]}`)
  const rest = await fetchPages(admin.call, readLink(first, 'next') as string)
  expect([...seen, ...rest.flatMap(readIds)].toSorted()).toEqual(ids.toSorted())
  expect(first.headers.get('x-total-count')).toBe('5')
  expect(rest[0]?.headers.get('x-total-count')).toBe('4')
})
