import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addParts } from '../../../../tests/support/shop/parts.ts'
import { addCustomer } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { buildOrderQuery } from './list-orders.ts'
import { readOrdersPage, streamOrderIds } from './query-orders.ts'

const ORDERS = 7

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop({ settings: { UNPAID_ORDERS_MAX: '100' } })
  const ada = await addCustomer(shop, { name: 'Ada Lovelace' })
  const grace = await addCustomer(shop, { name: 'Grace Hopper' })
  const [part] = await addParts(shop, 1, { minimum: 1, stock: 1000 })
  for (let n = 1; n <= ORDERS; n++) {
    await placeOrder(ada.call, part as string, ORDERS - n + 1)
    await placeOrder(grace.call, part as string, n)
  }
})
afterAll(() => shop.close())

test.each([
  [undefined, 2 * ORDERS],
  ['lovelace', ORDERS],
  ['no match', 0],
])('exports each order that matches %s once, in the order of the list', async (search, count) => {
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
