import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { fetchPages, readIds } from '../../../../tests/support/shop/api-client.ts'
import { expectConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { buildBooking, placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPartWithSku } from '../../../../tests/support/shop/part-codes.ts'
import { addPart, addParts, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
const customer = await addCustomer(shop)
afterAll(() => shop.close())

test('deletes a part once', async () => {
  const id = await addPart(shop)
  expect((await admin.call('DELETE', `/part/${id}`)).body).toEqual({ deletedCount: 1 })
  expect((await admin.call('DELETE', `/part/${id}`)).body).toEqual({ deletedCount: 0 })
})

test('deletes a part once for ten concurrent requests', async () => {
  const id = await addPart(shop)
  const all = await runInLockOrder(
    shop.db,
    lockRow('parts', id),
    Array.from({ length: 10 }, () => () => admin.call('DELETE', `/part/${id}`)),
  )
  expect(all.map(({ body }) => body.deletedCount).sort()).toEqual([...Array(9).fill(0), 1])
})

test('frees the SKU of a part that was never ordered', async () => {
  const readSku = async (id: string) =>
    (await shop.db.selectFrom('parts').select('sku').where('id', '=', id).executeTakeFirst())?.sku
  for (const [sku, isFirst] of [
    ['FH-98101-0', true],
    ['FH-98102-0', false],
  ] as const) {
    const id = await addPartWithSku(shop, sku, { stock: 1000, minimum: 1 })
    const requests = [
      () => customer.call('POST', '/booking', buildBooking(id, 1)),
      () => admin.call('DELETE', `/part/${id}`),
    ]
    await runInLockOrder(shop.db, lockRow('parts', id), isFirst ? requests : requests.toReversed())
    expect(await readSku(id)).toBe(isFirst ? sku : null)
  }
  await addPartWithSku(shop, 'FH-98102-0')
})

test('deletes nothing for an unknown id', async () => {
  expect((await admin.call('DELETE', `/part/${randomUUIDv7()}`)).body).toEqual({ deletedCount: 0 })
  expect((await admin.call('DELETE', '/part/7')).body.code).toBe('input_invalid')
})

test('removes a deleted part from the list but accepts it as a cursor', async () => {
  const ids = await addParts(shop, 3)
  await admin.call('DELETE', `/part/${ids[1]}`)
  await waitUntil('the part is not in the list', async () => {
    const all = (await fetchPages(shop.call, '/parts')).flatMap(readIds)
    return !all.includes(ids[1] as string)
  })
  expect(readIds(await shop.call('GET', `/parts?after=${ids[1]}`))).toEqual([ids[2]])
})

test('refuses an order of a deleted part', async () => {
  const id = await addPart(shop)
  await admin.call('DELETE', `/part/${id}`)
  const { status, body } = await customer.call('POST', '/booking', buildBooking(id))
  expect([status, body.code]).toEqual([404, 'part_missing'])
})

test('keeps name and price in orders of a deleted part, and allows the customer to cancel these orders', async () => {
  const id = await addPart(shop, { name: 'Hub 32H', cents: 1250 })
  const order = await placeOrder(customer.call, id, 20)
  await admin.call('DELETE', `/part/${id}`)
  expect((await customer.call('GET', `/booking/${order}`)).body).toMatchObject({
    productName: 'Hub 32H',
    productId: id,
    totalPrice: 250,
  })
  const path = `/booking/${order}?client=${customer.email}`
  expect((await customer.call('DELETE', path)).body).toEqual({ deletedCount: 1 })
  expect(await readStock(shop, id)).toEqual({ onHand: 100, reserved: 0 })
  await expectConsistentLedger(shop)
})

test('accepts an order only before its part is deleted, and states that the ordered part was archived', async () => {
  for (const isFirst of [true, false]) {
    const id = await addPart(shop, { stock: 1000, minimum: 1 })
    const requests = [
      () => customer.call('POST', '/booking', buildBooking(id, 1)),
      () => admin.call('DELETE', `/part/${id}`),
    ]
    const order = isFirst ? requests : requests.toReversed()
    const responses = await runInLockOrder(shop.db, lockRow('parts', id), order)
    const [ordered, deleted] = isFirst ? responses : responses.toReversed()
    const archived = isFirst && { archived: true }
    expect(deleted?.body).toEqual({ deletedCount: 1, ...archived })
    const repeated = await admin.call('DELETE', `/part/${id}`)
    expect(repeated.body).toEqual({ deletedCount: 0, ...archived })
    expect(ordered?.body.code).toBe(isFirst ? undefined : 'part_missing')
    expect((await readStock(shop, id)).reserved).toBe(isFirst ? 1 : 0)
  }
  await expectConsistentLedger(shop)
})
