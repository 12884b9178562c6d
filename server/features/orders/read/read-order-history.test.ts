import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBooks } from '../../../../tests/support/shop/books.ts'
import { type Cards, cardsOf } from '../../../../tests/support/shop/cards.ts'
import { beginPayment, placeOrder, placePaidOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop
let cards: Cards
let customer: Person
let admin: Person
let part: string

beforeAll(async () => {
  shop = await startTestShop({ sandbox: true })
  cards = cardsOf(shop)
  customer = await addCustomer(shop, { name: 'Velo Nord' })
  admin = await addAdmin(shop, { name: 'Grace Hopper' })
  part = await addPart(shop, { stock: 10_000 })
})
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

interface Step {
  kind: string
  at: string
  by: string
  name: string | null
}

const history = async ({ call }: Person, id: string) =>
  (await call('GET', `/api/orders/${id}`)).body

const kindsOf = ({ steps }: { steps: Step[] }) => steps.map(({ kind }) => kind)

test('a customer sees his order with its steps, and how long it is kept for him', async () => {
  const id = await placeOrder(customer.call, part)
  const { body: order } = await customer.call('GET', `/booking/${id}`)
  const seen = await history(customer, id)
  const { status, ...asOrdered } = order
  expect(seen).toMatchObject({ ...asOrdered, stage: status })
  const [placed, reserved, extendable] = [seen.placedAt, seen.reservedUntil, seen.extendableTo].map(
    Date.parse,
  ) as [number, number, number]
  expect([reserved - placed, extendable - reserved]).toEqual([72 * 3_600_000, 36 * 3_600_000])
  expect(seen.steps).toEqual([{ kind: 'placed', at: seen.placedAt, by: 'customer', name: null }])
})

test('an extension is a step, and no other is offered', async () => {
  const id = await placeOrder(customer.call, part)
  const before = await history(customer, id)
  await customer.call('POST', `/api/orders/${id}/extension`)
  const after = await history(customer, id)
  expect(after).toMatchObject({ reservedUntil: before.extendableTo, extendableTo: null })
  expect(kindsOf(after)).toEqual(['placed', 'reservation_extended'])
})

test('what staff did is theirs to the customer, and has a name among the staff', async () => {
  const id = await placePaidOrder(customer.call, cards, part)
  await admin.call('PATCH', `/shipped/${id}`)
  const toCustomer = await history(customer, id)
  expect(toCustomer).toMatchObject({ stage: 'Shipped', reservedUntil: null, extendableTo: null })
  expect(toCustomer.steps.map(({ kind, by, name }: Step) => [kind, by, name])).toEqual([
    ['placed', 'customer', null],
    ['payment_begun', 'customer', null],
    ['paid', 'shop', null],
    ['shipped', 'staff', null],
  ])
  const toStaff = await history(admin, id)
  expect(toStaff.steps.map(({ by, name }: Step) => [by, name])).toEqual([
    ['customer', 'Velo Nord'],
    ['customer', 'Velo Nord'],
    ['shop', null],
    ['staff', 'Grace Hopper'],
  ])
  expect(JSON.stringify(toCustomer)).not.toContain('Grace')
})

test('a cancelled order stays readable, by whom it was cancelled too', async () => {
  const [own, byStaff] = [
    await placeOrder(customer.call, part),
    await placeOrder(customer.call, part),
  ]
  await customer.call('DELETE', `/booking/${own}?client=${customer.email}`)
  await admin.call('DELETE', `/booking/${byStaff}`)
  for (const [id, by] of [
    [own, 'customer'],
    [byStaff, 'staff'],
  ] as const) {
    const seen = await history(customer, id)
    expect(seen).toMatchObject({ stage: 'Cancelled', reservedUntil: null, extendableTo: null })
    expect(seen.steps.at(-1)).toMatchObject({ kind: 'cancelled', by, name: null })
    expect(kindsOf(seen)).toEqual(['placed', 'cancelled'])
    expect(kindsOf(await history(admin, id))).toEqual(['placed', 'cancellation_begun', 'cancelled'])
  }
})

test('a cancel that the provider forbade is told to the staff alone', async () => {
  const id = await placeOrder(customer.call, part)
  await beginPayment(customer.call, id)
  await cards.set({ failNext: { count: 100, status: 500 } })
  expect((await admin.call('DELETE', `/booking/${id}`)).status).toBe(503)
  await cards.unset()
  expect(kindsOf(await history(customer, id))).toEqual(['placed', 'payment_begun'])
  expect(kindsOf(await history(admin, id)).slice(2)).toEqual([
    'cancellation_begun',
    'cancellation_withdrawn',
  ])
})

test('an order that is being cancelled, or whose time is over, cannot be extended', async () => {
  const [begun, over] = [
    await placeOrder(customer.call, part),
    await placeOrder(customer.call, part),
  ]
  await sql`update orders set cancellation_began_at = now() where id = ${begun}`.execute(shop.db)
  await sql`update orders set reserved_until = now() - interval '1 second'
    where id = ${over}`.execute(shop.db)
  for (const id of [begun, over]) expect((await history(customer, id)).extendableTo).toBeNull()
  expect((await history(admin, await placeOrder(customer.call, part))).extendableTo).toBeNull()
})

test('somebody else’s history looks missing, and a visitor is asked to sign in', async () => {
  const id = await placeOrder(customer.call, part)
  const other = await addCustomer(shop)
  expect((await history(other, id)).code).toBe('order_missing')
  expect((await shop.visit('GET', `/api/orders/${id}`)).status).toBe(401)
  expect((await customer.call('GET', '/api/orders/1')).status).toBe(400)
})
