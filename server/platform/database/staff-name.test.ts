import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { placeOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/users.ts'
import { anonymizeUser } from '../../features/identity/account/anonymize-user.ts'

const shop = await startTestShop()
afterAll(() => shop.close())

test('shows a placeholder instead of the name of a deleted admin', async () => {
  const [leaving, admin] = [await addAdmin(shop), await addAdmin(shop)]
  const customer = await addCustomer(shop)
  const part = await addPart(shop)
  await leaving.call('PATCH', `/api/parts/${part}`, { price: 3 })
  await leaving.call('POST', `/api/parts/${part}/stock`, { pieces: 5, reason: 'Delivery' })
  const order = await placeOrder(customer.call, part)
  const paid = { paid_at: new Date(), transaction_id: order }
  await shop.db.updateTable('orders').set(paid).where('id', '=', order).execute()
  await leaving.call('PATCH', `/shipped/${order}`)
  await shop.db
    .insertInto('part_imports')
    .values({ id: randomUUIDv7(), file_name: 'x', state: 'read', by_user: leaving.id })
    .execute()
  await shop.db.transaction().execute(async (tx) => {
    await anonymizeUser(tx, leaving)
    await anonymizeUser(tx, customer)
  })

  const read = async (path: string) => (await admin.call('GET', path)).body
  const former = { by: 'Former admin' }
  expect((await read(`/api/parts/${part}/stock`)).movements).toMatchObject([
    { kind: 'shipment', ...former },
    { kind: 'adjustment', ...former },
    { kind: 'initial', by: null },
  ])
  expect(await read(`/api/parts/${part}/edits`)).toMatchObject([{ kind: 'changed', ...former }])
  expect(await read('/api/imports')).toMatchObject([former])
  expect((await read(`/api/orders/${order}`)).steps).toMatchObject([
    { kind: 'placed', by: 'customer', name: 'Deleted customer' },
    { kind: 'shipped', by: 'staff', name: 'Former admin' },
  ])
})
