import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import {
  lockRow,
  runInLockOrder,
  waitForBlockedConnections,
} from '../../../tests/support/database/locks.ts'
import type { ApiResponse } from '../../../tests/support/shop/api-client.ts'
import { createCardClient } from '../../../tests/support/shop/cards.ts'
import {
  placeOrder,
  placePaidOrder,
  startPayment,
  waitForOutbox,
} from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop({ sandbox: true, settings: { UNPAID_ORDERS_MAX: '1000' } })
const cards = createCardClient(shop)
const customer = await addCustomer(shop)
const part = await addPart(shop, { stock: 100_000 })
const admin = await addAdmin(shop, { name: 'Grace Hopper' })
afterAll(() => shop.close())

const change = (id: string, body: unknown, { call } = customer) =>
  call('PATCH', `/api/orders/${id}`, body)

async function history(id: string) {
  const { body } = await customer.call('GET', `/api/orders/${id}`)
  return { ...body, kinds: body.steps.map(({ kind }: { kind: string }) => kind) }
}

test('changes details of an unpaid order, and keeps the others', async () => {
  const id = await placeOrder(customer.call, part, 10, { reference: 'PO 1' })
  const before = await history(id)
  const changed = await change(id, { reference: ' PO 4711 ', note: 'Ring twice.' })
  expect(changed.body).toEqual({ modifiedCount: 1 })
  const after = await history(id)
  expect(after).toMatchObject({
    reference: 'PO 4711',
    note: 'Ring twice.',
    phone: before.phone,
    address: before.address,
    kinds: ['placed', 'details_changed'],
  })
  expect(after.steps[1].by).toBe('customer')
  await waitForOutbox(shop.db)
  const query = `client=${customer.email}&search=4711`
  expect((await customer.call('GET', `/myOrders?${query}`)).body).toMatchObject([{ _id: id }])

  const cleared = { reference: '', phone: '+49 40 1', address: 'New Street 2' }
  expect((await change(id, cleared)).body).toEqual({ modifiedCount: 1 })
  expect(await history(id)).toMatchObject({ ...cleared, note: 'Ring twice.' })
})

test('records no change if the details stay the same', async () => {
  const id = await placeOrder(customer.call, part, 10, { reference: 'PO 2' })
  for (const body of [{ reference: 'PO 2' }, {}])
    expect((await change(id, body)).body).toEqual({ modifiedCount: 0 })
  expect((await history(id)).kinds).toEqual(['placed'])
})

test('refuses missing and too long details with the messages of the checkout', async () => {
  const id = await placeOrder(customer.call, part)
  const { status, body } = await change(id, {
    phone: ' ',
    address: '',
    note: 'x'.repeat(501),
    reference: 'x'.repeat(61),
  })
  expect(status).toBe(400)
  expect(body.errors).toEqual({
    phone: 'Phone number required',
    address: 'Please Provide Your Address',
    note: 'At most 500 characters.',
    reference: 'At most 60 characters.',
  })
  expect((await change(id, { quantity: 1 })).status).toBe(400)
  expect((await history(id)).kinds).toEqual(['placed'])
})

test('treats another user’s order as missing, even for an admin', async () => {
  const id = await placeOrder(customer.call, part)
  for (const other of [await addCustomer(shop), await addAdmin(shop)]) {
    const { status, body } = await change(id, { reference: 'PO 3' }, other)
    expect([status, body.code]).toEqual([404, 'order_missing'])
  }
  expect((await shop.call('PATCH', `/api/orders/${id}`, { reference: 'PO 3' })).status).toBe(401)
  expect(await history(id)).toMatchObject({ reference: '', kinds: ['placed'] })
})

test('refuses changes of a paid, cancelled or expired order', async () => {
  const paid = await placePaidOrder(customer.call, cards, part)
  const cancelled = await placeOrder(customer.call, part)
  await customer.call('DELETE', `/booking/${cancelled}?client=${customer.email}`)
  const cancelling = await placeOrder(customer.call, part)
  const expired = await placeOrder(customer.call, part)
  await waitForOutbox(shop.db)
  await sql`update orders set cancellation_began_at = now() where id = ${cancelling}`.execute(
    shop.db,
  )
  await sql`update orders set reserved_until = now() where id = ${expired}`.execute(shop.db)
  for (const [id, code] of [
    [paid, 'order_paid'],
    [cancelled, 'order_missing'],
    [cancelling, 'cancellation_begun'],
    [expired, 'reservation_over'],
  ] as const) {
    expect((await change(id, { reference: 'PO 4' })).body.code).toBe(code)
    expect((await history(id)).reference).toBe('')
  }
  const { body } = await change(cancelled, { reference: 'PO 4' })
  expect(body.detail).toBe('The order was cancelled.')
})

test('changes an order before a concurrent payment, and not after it', async () => {
  await cards.setFaults({ holdWebhooks: true })
  for (const isChangeFirst of [true, false]) {
    const id = await placeOrder(customer.call, part)
    await cards.pay(await startPayment(customer.call, id))
    const requests: (() => Promise<ApiResponse>)[] = [
      () => change(id, { reference: 'PO 5' }),
      () => customer.call('PATCH', `/booking/${id}`, { bookingId: id }),
    ]
    const responses = await runInLockOrder(
      shop.db,
      lockRow('orders', id),
      isChangeFirst ? requests : requests.toReversed(),
    )
    const [changed, paid] = isChangeFirst ? responses : responses.toReversed()
    expect(paid?.body).toEqual({ modifiedCount: 1 })
    expect(changed?.body.code).toBe(isChangeFirst ? undefined : 'order_paid')
    expect(await history(id)).toMatchObject({
      stage: 'Paid',
      reference: isChangeFirst ? 'PO 5' : '',
    })
  }
  await cards.releaseWebhooks()
})

test('refuses a change that waited for a lock until the reservation expired', async () => {
  const id = await placeOrder(customer.call, part)
  await waitForOutbox(shop.db)
  const waited = await shop.db.transaction().execute(async (tx) => {
    await lockRow('orders', id)(tx)
    const changed = change(id, { reference: 'PO 6' })
    await waitForBlockedConnections(shop.db, tx)
    await sql`update orders set reserved_until = clock_timestamp() where id = ${id}`.execute(tx)
    return { changed }
  })
  expect((await waited.changed).body.code).toBe('reservation_over')
})

const NEW_DELIVERY = { address: 'New Street 2', phone: '+49 40 1' }

const correct = (id: string, body: unknown, { call } = admin) =>
  call('PUT', `/api/orders/${id}/delivery`, body)

async function readDelivery(id: string) {
  const { address, phone } = await history(id)
  return { address, phone }
}

test('staff correct the address and phone of orders that are not shipped', async () => {
  for (const id of [
    await placeOrder(customer.call, part),
    await placePaidOrder(customer.call, cards, part),
  ]) {
    const seen = await readDelivery(id)
    const body = { ...NEW_DELIVERY, seen }
    expect((await correct(id, body)).body).toEqual({ modifiedCount: 1 })
    expect((await correct(id, body)).body).toEqual({ modifiedCount: 0 })
    expect(await history(id)).toMatchObject(NEW_DELIVERY)
    const { body: forStaff } = await admin.call('GET', `/api/orders/${id}`)
    const changes = forStaff.steps.filter(
      ({ kind }: { kind: string }) => kind === 'details_changed',
    )
    expect(changes).toMatchObject([{ by: 'staff', name: 'Grace Hopper' }])
  }
})

test('refuses a correction if the delivery has changed since staff saw it', async () => {
  const id = await placeOrder(customer.call, part)
  const seen = await readDelivery(id)
  await change(id, { phone: '+49 40 2' })
  expect((await correct(id, { ...NEW_DELIVERY, seen })).body.code).toBe('order_changed')
  expect(await readDelivery(id)).toEqual({ ...seen, phone: '+49 40 2' })
  expect((await correct(id, { address: ' ', phone: '', seen })).body.errors).toEqual({
    address: 'Please Provide Your Address',
    phone: 'Phone number required',
  })
})

test('refuses a correction of a shipped, cancelled or refunded order, and by customers', async () => {
  const shipped = await placePaidOrder(customer.call, cards, part)
  const refunded = await placePaidOrder(customer.call, cards, part)
  const cancelled = await placeOrder(customer.call, part)
  await admin.call('PATCH', `/shipped/${shipped}`)
  await admin.call('POST', `/api/orders/${refunded}/refund`, { reason: '' })
  await customer.call('DELETE', `/booking/${cancelled}?client=${customer.email}`)
  for (const [id, code] of [
    [shipped, 'order_shipped'],
    [refunded, 'refund_begun'],
    [cancelled, 'order_missing'],
  ] as const) {
    const seen = await readDelivery(id)
    const { status, body } = await correct(id, { ...NEW_DELIVERY, seen })
    expect([status >= 400, body.code]).toEqual([true, code])
    expect(await readDelivery(id)).toEqual(seen)
    expect((await correct(id, { ...NEW_DELIVERY, seen }, customer)).status).toBe(403)
  }
})

test('lists the note of each order for staff', async () => {
  const other = await addCustomer(shop)
  const id = await placeOrder(other.call, part)
  await change(id, { note: 'Use the back door.' }, other)
  const query = `client=${other.email}`
  expect((await admin.call('GET', `/allOrders?${query}`)).body).toMatchObject([
    { _id: id, note: 'Use the back door.' },
  ])
  expect((await other.call('GET', `/myOrders?${query}`)).body[0]).not.toHaveProperty('note')
})
