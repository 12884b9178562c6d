import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addToCart, orderCart } from '../../../../tests/support/shop/carts.ts'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart, addParts, addPriceTiers } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addCustomer } from '../../../../tests/support/shop/users.ts'
import { exportOrders, ORDER_COLUMNS } from './export-orders.ts'
import { buildOrderQuery } from './list-orders.ts'
import { readOrdersPage, streamOrderIds } from './query-orders.ts'

const ORDERS = 7

const shop = await startTestShop({ settings: { UNPAID_ORDERS_MAX: '100' } })
const ada = await addCustomer(shop, { name: 'Ada Lovelace' })
const bob = await addCustomer(shop, { name: 'Bob Spoke' })
const grace = await addCustomer(shop, { name: 'Grace Hopper' })
const [part] = await addParts(shop, 1, { minimum: 1, stock: 1000 })
for (let n = 1; n <= ORDERS; n++) {
  await placeOrder(ada.call, part as string, ORDERS - n + 1)
  await placeOrder(grace.call, part as string, n)
}
afterAll(() => shop.close())

test.each([
  [undefined, 2 * ORDERS],
  ['lovelace', ORDERS],
  ['no match', 0],
])('exports each order that matches %s once, sorted like the list', async (search, count) => {
  for (const sort of ['newest', 'oldest', 'dearest', 'cheapest'] as const) {
    const query = buildOrderQuery({ sort, search }, { size: 100 })
    const listed = (await readOrdersPage(shop.db, query)).map(({ id }) => id)
    expect(listed).toHaveLength(count)
    for (const limit of [0, ORDERS]) {
      const exported: string[] = []
      for await (const ids of streamOrderIds(shop.db, query, 3, limit)) exported.push(...ids)
      expect(exported).toEqual(listed)
    }
  }
})

test('exports each line that is not cancelled as a row, with the recorded data', async () => {
  const parts = [
    await addPart(shop, { name: 'Rim' }),
    await addPart(shop, { name: 'Hub' }),
    await addPart(shop, { name: 'Axle', cents: 400 }),
    await addPart(shop, { name: 'Bell' }),
  ] as const
  const setSku = (sku: string, part: string) =>
    shop.db.updateTable('parts').set({ sku }).where('id', '=', part).execute()
  await setSku('AX-1', parts[2])
  await addPriceTiers(shop, parts[2], [10, 400], [30, 350])
  const quantities = { [parts[0]]: 10, [parts[1]]: 20, [parts[2]]: 30, [parts[3]]: 10 }
  await addToCart(bob.call, quantities)
  const { orderId: id } = (await orderCart(bob.call, { reference: 'PO 4711' })).body
  await setSku('AX-2', parts[2])
  await bob.call('DELETE', `/api/orders/${id}/lines?lines=2`)
  // The first line is now stored last.
  await shop.db
    .updateTable('order_lines')
    .set({ line: 1 })
    .where('order_id', '=', id)
    .where('line', '=', 1)
    .execute()
  const { orderNumber } = (await bob.call('GET', `/booking/${id}`)).body
  const cells = ['orderNumber', 'line', 'sku', 'product', 'quantity', 'unitPrice', 'listPrice']
  const columns = [...cells, 'lineTotal', 'totalPrice', 'reference'].map((name) =>
    ORDER_COLUMNS.indexOf(name),
  )
  const rows: string[][] = []
  await shop.db.transaction().execute(async (tx) => {
    // Without indexes, PostgreSQL reads the lines as they are stored.
    await sql`select set_config('enable_indexscan', 'off', true),
      set_config('enable_bitmapscan', 'off', true)`.execute(tx)
    for await (const page of exportOrders(tx, { search: 'Bob Spoke' })) rows.push(...page)
  })
  expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
    [orderNumber, '1', '', 'Rim', '10', '2.50', '2.50', '25.00', '155.00', 'PO 4711'],
    [orderNumber, '3', 'AX-1', 'Axle', '30', '3.50', '4.00', '105.00', '155.00', 'PO 4711'],
    [orderNumber, '4', '', 'Bell', '10', '2.50', '2.50', '25.00', '155.00', 'PO 4711'],
  ])
})

test('exports orders in the sequence of the list, in batches of whole orders up to the row limit', async () => {
  const sizes: number[] = []
  const exported = new Set<string | undefined>()
  for await (const page of exportOrders(shop.db, {}, undefined, 4)) {
    sizes.push(page.length)
    for (const row of page) exported.add(row[ORDER_COLUMNS.indexOf('id')])
  }
  const listed = await readOrdersPage(shop.db, buildOrderQuery({}, { size: 100 }))
  expect([...exported]).toEqual(listed.map(({ id }) => id))
  expect(Math.max(...sizes)).toBe(4)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(2 * ORDERS + 3)
})
