import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addParts } from '../../../../tests/support/shop/parts.ts'
import { addCustomer } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'
import { wantedOfAll } from './list-orders.ts'
import { allInOrder, ordersInOrder } from './orders-in-order.ts'

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
  ['nobody at all', 0],
])(
  'an export of what is found by %s has each order once, in the order of the list, be they few or many',
  async (search, count) => {
    for (const sort of ['newest', 'oldest', 'dearest', 'cheapest'] as const) {
      const wanted = wantedOfAll({ sort, search }, { size: 100 })
      const listed = (await ordersInOrder(shop.db, wanted)).map(({ id }) => id)
      expect(listed).toHaveLength(count)
      for (const few of [0, ORDERS]) {
        const exported: string[] = []
        for await (const ids of allInOrder(shop.db, wanted, 3, few)) exported.push(...ids)
        expect(exported).toEqual(listed)
      }
    }
  },
)
