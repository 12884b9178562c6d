import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createCardClient } from '../../../../tests/support/shop/cards.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { placeOrder, placePaidOrder, startPayment } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../../tests/support/shop/users.ts'
import { anonymizeUser } from '../../identity/account/anonymize-user.ts'
import { cancelOrder } from '../cancel-order.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
const customer = await addCustomer(shop, { name: 'Velo Nord' })
const admin = await addAdmin(shop, { name: 'Grace Hopper' })
const part = await addPart(shop, { stock: 10_000 })
afterAll(() => closeWithConsistentLedger(shop))

interface Step {
  kind: string
  at: string
  by: string
  name: string | null
}

const history = async ({ call }: TestUser, id: string) =>
  (await call('GET', `/api/orders/${id}`)).body

const kindsOf = ({ steps }: { steps: Step[] }) => steps.map(({ kind }) => kind)

test('shows a customer their order with its steps and the end of its reservation', async () => {
  const id = await placeOrder(customer.call, part)
  const { body: order } = await customer.call('GET', `/booking/${id}`)
  const shown = await history(customer, id)
  const { status, ...asOrdered } = order
  expect(shown).toMatchObject({ ...asOrdered, stage: status })
  const [placed, reserved, extendable] = [
    shown.placedAt,
    shown.reservedUntil,
    shown.extendableTo,
  ].map(Date.parse) as [number, number, number]
  expect([reserved - placed, extendable - reserved]).toEqual([72 * 3_600_000, 36 * 3_600_000])
  expect(shown.steps).toEqual([
    { kind: 'placed', at: shown.placedAt, by: 'customer', name: null, reason: null },
  ])
})

test('shows staff a placeholder for the name of a deleted customer', async () => {
  const leaving = await addCustomer(shop)
  const id = await placeOrder(leaving.call, part)
  await shop.db.transaction().execute((tx) => anonymizeUser(tx, leaving))
  expect((await history(admin, id)).steps).toMatchObject([
    { kind: 'placed', by: 'customer', name: 'Deleted customer' },
  ])
})

test('shows the extension of a reservation as a step, and offers no second extension', async () => {
  const id = await placeOrder(customer.call, part)
  const before = await history(customer, id)
  await customer.call('POST', `/api/orders/${id}/extension`)
  const after = await history(customer, id)
  expect(after).toMatchObject({ reservedUntil: before.extendableTo, extendableTo: null })
  expect(kindsOf(after)).toEqual(['placed', 'reservation_extended'])
})

test('shows the names of staff members only to staff', async () => {
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

test('lists when the user’s orders were shipped, cancelled or refunded, with carrier or reason', async () => {
  const other = await addCustomer(shop)
  const [shipped, refunded, paid] = [
    await placePaidOrder(customer.call, cards, part),
    await placePaidOrder(customer.call, cards, part),
    await placePaidOrder(customer.call, cards, part),
  ]
  const [own, expired] = [
    await placeOrder(customer.call, part),
    await placeOrder(customer.call, part),
  ]
  const parcel = { carrier: 'DHL', trackingNumber: '123' }
  await admin.call('PATCH', `/shipped/${shipped}`, parcel)
  await admin.call('POST', `/api/orders/${refunded}/refund`)
  await customer.call('DELETE', `/booking/${own}?client=${customer.email}`)
  await sql`update orders set reserved_until = now() - interval '1 second' where id = ${expired}`.execute(
    shop.db,
  )
  const deps = { ...shop, queueMail: async () => {}, partsChanged: () => {} }
  await cancelOrder({ ...deps, closeIntent: async () => undefined }, expired, null)
  const path = `/api/orders/outcomes?ids=${[shipped, refunded, paid, own, expired]}`
  const { body } = await customer.call('GET', path)
  const atLastStep = async (id: string) => (await history(customer, id)).steps.at(-1).at
  const none = { cancelledBy: null, carrier: null, trackingUrl: null }
  const expected = [
    { ...none, _id: shipped, carrier: 'DHL', trackingUrl: expect.stringContaining('123') },
    { ...none, _id: refunded },
    { ...none, _id: own, cancelledBy: 'customer' },
    { ...none, _id: expired, cancelledBy: 'shop' },
  ]
  expect(body).toHaveLength(expected.length)
  for (const outcome of expected)
    expect(body).toContainEqual({ ...outcome, at: await atLastStep(outcome._id) })
  expect((await admin.call('GET', path)).body).toHaveLength(expected.length)
  expect((await other.call('GET', path)).body).toEqual([])
})

test('shows a cancelled order and the user who cancelled it', async () => {
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
    const shown = await history(customer, id)
    expect(shown).toMatchObject({ stage: 'Cancelled', reservedUntil: null, extendableTo: null })
    expect(shown.steps.at(-1)).toMatchObject({ kind: 'cancelled', by, name: null })
    expect(kindsOf(shown)).toEqual(['placed', 'cancelled'])
    expect(kindsOf(await history(admin, id))).toEqual(['placed', 'cancellation_begun', 'cancelled'])
  }
})

test('shows how long the reservation lasts if the email is confirmed, but not for a cancelled order', async () => {
  const id = await placeOrder(customer.call, part)
  await sql`update orders set reserved_until_if_confirmed = reserved_until + interval '1 day'
    where id = ${id}`.execute(shop.db)
  const { reservedUntil, reservedUntilIfConfirmed } = await history(customer, id)
  expect(Date.parse(reservedUntilIfConfirmed) - Date.parse(reservedUntil)).toBe(86_400_000)
  await customer.call('DELETE', `/booking/${id}?client=${customer.email}`)
  expect(await history(customer, id)).toMatchObject({ reservedUntilIfConfirmed: null })
})

test('shows staff, but not the customer, a cancellation that failed at the provider', async () => {
  const id = await placeOrder(customer.call, part)
  await startPayment(customer.call, id)
  await cards.setFaults({ failNext: { count: 100, status: 500 } })
  expect((await admin.call('DELETE', `/booking/${id}`)).status).toBe(503)
  await cards.clearFaults()
  expect(kindsOf(await history(customer, id))).toEqual(['placed', 'payment_begun'])
  expect(kindsOf(await history(admin, id)).slice(2)).toEqual([
    'cancellation_begun',
    'cancellation_withdrawn',
  ])
})

test('offers no extension of an expired order, or of an order that is being cancelled', async () => {
  const [cancelling, expired] = [
    await placeOrder(customer.call, part),
    await placeOrder(customer.call, part),
  ]
  await sql`update orders set cancellation_began_at = now() where id = ${cancelling}`.execute(
    shop.db,
  )
  await sql`update orders set reserved_until = now() - interval '1 second'
    where id = ${expired}`.execute(shop.db)
  for (const id of [cancelling, expired])
    expect((await history(customer, id)).extendableTo).toBeNull()
  expect((await history(admin, await placeOrder(customer.call, part))).extendableTo).toBeNull()
})

test('treats another user’s history as missing, and requires a sign-in', async () => {
  const id = await placeOrder(customer.call, part)
  const other = await addCustomer(shop)
  expect((await history(other, id)).code).toBe('order_missing')
  expect((await shop.call('GET', `/api/orders/${id}`)).status).toBe(401)
  expect((await customer.call('GET', '/api/orders/1')).status).toBe(400)
})
