import { afterAll, beforeAll, expect, test } from 'vitest'
import { readIds } from '../../../tests/support/shop/api-client.ts'
import { placeOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
import { waitUntil } from '../../../tests/support/wait-until.ts'
import { addMissingSearchTexts } from './order-outbox.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const readSearchTexts = (orderId: string) =>
  shop.db.selectFrom('order_search').select('text').where('order_id', '=', orderId).execute()

test('finds an order before and after its search text is written', async () => {
  const [customer, admin] = await Promise.all([addCustomer(shop), addAdmin(shop)])
  const id = await placeOrder(customer.call, await addPart(shop, { name: 'Jockey wheel' }))
  const search = async () => readIds(await admin.call('GET', '/allOrders?search=jockey'))
  expect(await search()).toEqual([id])
  await waitUntil('the text is written', async () => (await readSearchTexts(id)).length > 0)
  expect(await search()).toEqual([id])
})

test('adds the search text of an order of the previous version, during an upgrade', async () => {
  const customer = await addCustomer(shop)
  const id = await placeOrder(customer.call, await addPart(shop, { name: 'Star nut' }))
  const written = () => readSearchTexts(id)
  const [row] = await waitUntil('the text is written', async () => {
    const rows = await written()
    return rows.length > 0 && rows
  })
  await shop.db.deleteFrom('order_search').where('order_id', '=', id).execute()
  await addMissingSearchTexts(shop.db, 3 * 3600 * 1000)
  expect(await written()).toEqual([])
  await addMissingSearchTexts(shop.db, 0)
  expect(await written()).toEqual([row])
  expect(row?.text).toContain('star nut')
})
