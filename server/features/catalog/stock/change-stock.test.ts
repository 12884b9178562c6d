import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import {
  countOutcomes,
  fetchPages,
  readNextLink,
} from '../../../../tests/support/shop/api-client.ts'
import {
  closeWithConsistentLedger,
  expectConsistentLedger,
} from '../../../../tests/support/shop/ledger.ts'
import { buildBooking, placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, addUsers } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop, { name: 'Grace Hopper' })
const customer = await addCustomer(shop)
afterAll(() => closeWithConsistentLedger(shop))

const change = (id: string, pieces: number, more: object = {}, key: string = randomUUID()) =>
  admin.call(
    'POST',
    `/api/parts/${id}/stock`,
    { pieces, reason: 'Count', ...more },
    {
      'idempotency-key': key,
    },
  )
const readStockPage = async (id: string) => (await admin.call('GET', `/api/parts/${id}/stock`)).body

test('changes the stock and records the admin and the reason', async () => {
  const id = await addPart(shop, { stock: 100 })
  const added = await change(id, 50, { reason: 'Delivery' })
  expect([added.status, added.body.availableQuantity]).toEqual([201, 150])
  expect((await shop.call('GET', `/parts/${id}`)).body).toEqual(added.body)
  await change(id, -7, { reason: 'Damaged' })
  const order = await placeOrder(customer.call, id, 20)
  const stock = await readStockPage(id)
  expect(stock).toMatchObject({ onHand: 143, reserved: 20, available: 123, onSale: true })
  expect(stock.movements).toMatchObject([
    { kind: 'adjustment', pieces: -7, left: 143, reason: 'Damaged', by: 'Grace Hopper' },
    { kind: 'adjustment', pieces: 50, left: 150, reason: 'Delivery', by: 'Grace Hopper' },
    { kind: 'initial', pieces: 100, left: 100, reason: null, by: null, orderId: null },
  ])
  const older = await admin.call(
    'GET',
    `/api/parts/${id}/stock?size=1&after=${stock.movements[1]._id}`,
  )
  expect(older.body.movements).toMatchObject([{ kind: 'initial', left: 100 }])
  await shop.db
    .updateTable('orders')
    .set({ paid_at: new Date(), transaction_id: order })
    .where('id', '=', order)
    .execute()
  await admin.call('PATCH', `/shipped/${order}`)
  expect((await readStockPage(id)).movements[0]).toMatchObject({
    kind: 'shipment',
    pieces: -20,
    left: 123,
    orderId: order,
    orderNumber: expect.stringMatching(/^FH-\d+$/),
    by: 'Grace Hopper',
  })
  // `afterAll` checks the ledger, in which a paid order has a settled payment and an event.
  await shop.db
    .insertInto('payment_intents')
    .values({
      id: order,
      order_id: order,
      attempt: 1,
      amount_cents: 5000,
      currency: 'usd',
      state: 'settled',
      refund_id: null,
    })
    .execute()
  await shop.db
    .insertInto('order_events')
    .values({ id: randomUUIDv7(), order_id: order, kind: 'paid', by_user: null })
    .execute()
})

test('refuses to remove reserved stock', async () => {
  const id = await addPart(shop, { stock: 100 })
  await placeOrder(customer.call, id, 40)
  const { status, body } = await change(id, -61)
  expect([status, body.code]).toEqual([409, 'stock_below_reserved'])
  expect(body.errors.pieces).toBe(
    'You can remove at most 60 pieces: 40 of 100 are reserved for orders.',
  )
  expect((await change(id, -60)).body.availableQuantity).toBe(0)
  expect(await readStock(shop, id)).toEqual({ onHand: 40, reserved: 40 })
})

test('has singular texts for a single piece', async () => {
  const id = await addPart(shop, { stock: 2, minimum: 1 })
  await placeOrder(customer.call, id, 1)
  expect((await change(id, -2)).body.errors.pieces).toBe(
    'You can remove at most 1 piece: 1 of 2 is reserved for orders.',
  )
  expect((await change(id, -1)).status).toBe(201)
  expect((await change(id, 5, { seen: { onHand: 2 } })).body.errors.pieces).toBe(
    'The stock changed from 2 to 1 piece. Check it, then save again.',
  )
})

test('refuses stock above the maximum', async () => {
  const id = await addPart(shop, { stock: 1_000_000_000 })
  const { status, body } = await change(id, 1)
  expect([status, Object.keys(body.errors)]).toEqual([400, ['pieces']])
})

test('refuses the second of two changes that are based on the same stock', async () => {
  const id = await addPart(shop, { stock: 100 })
  const seen = { seen: { onHand: 100 } }
  const save = () => change(id, 20, seen)
  const both = await runInLockOrder(shop.db, lockRow('parts', id), [save, save])
  expect(countOutcomes(both)).toEqual({ '201': 1, part_changed: 1 })
  const refused = both.find(({ status }) => status === 409)?.body
  expect(refused.errors.pieces).toContain('The stock changed from 100 to 120 pieces.')
  expect((await readStock(shop, id)).onHand).toBe(120)
})

test('accepts a change of the seen stock on hand, although the reserved quantity has changed', async () => {
  const id = await addPart(shop, { stock: 100 })
  await placeOrder(customer.call, id, 40)
  expect((await change(id, 20, { seen: { onHand: 100 } })).body.availableQuantity).toBe(80)
})

test('changes the stock once for ten requests with the same idempotency key', async () => {
  const id = await addPart(shop, { stock: 100 })
  const key = randomUUID()
  const responses = await runInLockOrder(
    shop.db,
    lockRow('users', admin.id),
    Array.from({ length: 10 }, () => () => change(id, 5, {}, key)),
  )
  expect(countOutcomes(responses)).toEqual({ '201': 10 })
  expect((await readStock(shop, id)).onHand).toBe(105)
  const other = await addPart(shop)
  for (const again of [
    await change(id, 6, {}, key),
    await change(id, 5, { reason: 'Return' }, key),
    await change(id, 5, { seen: { onHand: 105 } }, key),
    await change(other, 5, {}, key),
    await admin.call('POST', '/booking', buildBooking(id), { 'idempotency-key': key }),
  ])
    expect([again.status, again.body.code]).toEqual([422, 'key_reused'])
})

test('makes a change that repeats the idempotency key of a refused change', async () => {
  const id = await addPart(shop, { stock: 10 })
  const key = randomUUID()
  expect((await change(id, -11, {}, key)).body.code).toBe('stock_below_reserved')
  await change(id, 5)
  expect((await change(id, -11, {}, key)).status).toBe(201)
})

test('keeps stock and movements consistent during concurrent orders and changes', async () => {
  const id = await addPart(shop, { stock: 60, minimum: 1 })
  const customers = await addUsers(shop, 20)
  const orders = customers.map(({ call }) => call('POST', '/booking', buildBooking(id, 5)))
  const changes = [10, -30, 7, -30, -30, 12, -30, -9].map((pieces) => change(id, pieces))
  const ordered = countOutcomes(await Promise.all(orders))
  const changed = await Promise.all(changes)
  const acceptedCount = changed.filter(({ status }) => status === 201).length
  expect(ordered['201']).toBeGreaterThan(0)
  expect(acceptedCount).toBeGreaterThan(0)
  const { onHand, reserved } = await readStock(shop, id)
  expect(reserved).toBe(5 * (ordered['201'] ?? 0))
  expect(onHand).toBeGreaterThanOrEqual(reserved)
  const { movements } = await readStockPage(id)
  expect(movements).toHaveLength(acceptedCount + 1)
  const sum = movements.reduce((all: number, one: { pieces: number }) => all + one.pieces, 0)
  expect([sum, movements[0].left, movements.at(-1).left]).toEqual([onHand, onHand, 60])
  await expectConsistentLedger(shop)
})

test('pages through stock movements and shows the stock after each one', async () => {
  const id = await addPart(shop, { stock: 100 })
  for (const pieces of [1, 2, 3, -4, 5, 6]) await change(id, pieces)
  // Later movements of another part do not count.
  await addPart(shop, { stock: 50 })
  const pages = await fetchPages(admin.call, `/api/parts/${id}/stock?size=2`)
  const left = pages.map(({ body }) => body.movements.map((one: { left: number }) => one.left))
  expect(left).toEqual([[113, 107], [102, 106], [103, 101], [100]])
  expect(pages[0]?.headers.get('x-total-count')).toBe('7')
  expect(readNextLink(pages[3] as never)).toBeUndefined()
})

test('stops counting the movements of a part at 10,000', async () => {
  const id = await addPart(shop, { stock: 100 })
  await sql`insert into stock_movements (id, part_id, kind, pieces, by_user, reason)
    select gen_random_uuid(), ${id}, 'adjustment', 1 - n % 2 * 2, ${admin.id}, 'Count'
    from generate_series(1, 10000) n`.execute(shop.db)
  const { headers } = await admin.call('GET', `/api/parts/${id}/stock?size=1`)
  expect(headers.get('x-total-count')).toBe('10000')
})

test('counts the stock movements of a period, and shows the stock after each movement', async () => {
  const id = await addPart(shop, { stock: 10 })
  const [oldest, middle] = [2, 1].map((hours) => new Date(Date.now() - hours * 3600_000))
  // A higher id than that of the initial movement, because ids of one millisecond are in no order.
  await sql`insert into stock_movements (id, part_id, kind, pieces, at, by_user, reason)
    select overlay(id::text placing 'ffffffffffff' from 25)::uuid, part_id, 'adjustment', 5, ${oldest},
      ${admin.id}, 'Count'
    from stock_movements where part_id = ${id}`.execute(shop.db)
  await shop.db.updateTable('parts').set({ on_hand: 15 }).where('id', '=', id).execute()
  const { body, headers } = await admin.call(
    'GET',
    `/api/parts/${id}/stock?until=${middle?.toISOString()}`,
  )
  expect(body.movements).toMatchObject([{ kind: 'adjustment', pieces: 5, left: 15 }])
  expect(headers.get('x-total-count')).toBe('1')
})

test('shows the stock movements of a deleted part but refuses changes', async () => {
  const id = await addPart(shop)
  await admin.call('DELETE', `/part/${id}`)
  expect(await readStockPage(id)).toMatchObject({ onSale: false, onHand: 100 })
  expect((await change(id, 1)).body.code).toBe('part_missing')
  expect((await readStockPage(randomUUIDv7())).code).toBe('part_missing')
})

test('refuses invalid changes, and lets only staff change and read stock', async () => {
  const id = await addPart(shop)
  for (const [body, field] of [
    [{ pieces: 0 }, 'pieces'],
    [{ pieces: 1.5 }, 'pieces'],
    [{ pieces: '5' }, 'pieces'],
    [{ reason: '  ' }, 'reason'],
    [{ reason: 'x'.repeat(201) }, 'reason'],
    [{ onHand: 5 }, 'onHand'],
  ] as const) {
    const { status, body: refused } = await change(id, 1, body)
    expect([status, Object.keys(refused.errors)]).toEqual([400, [field]])
  }
  expect((await change(id, 1, {}, 'a key')).status).toBe(400)
  const path = `/api/parts/${id}/stock`
  expect((await customer.call('GET', path)).status).toBe(403)
  expect((await customer.call('POST', path, { pieces: 1, reason: 'Gift' })).status).toBe(403)
})
