import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { readIds } from '../../../../tests/support/shop/api-client.ts'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
const customer = await addCustomer(shop)
afterAll(() => shop.close())

const list = (query: string) => admin.call('GET', `/api/managed-parts?${query}`)

test('lists parts with low stock and archived parts among too many matches to sort', async () => {
  const low = await addPart(shop, { name: 'Quorn washer', stock: 9 })
  const archived = await addPart(shop, { name: 'Quorn washer' })
  await placeOrder(customer.call, archived, 10)
  await admin.call('DELETE', `/part/${archived}`)
  await sql`
    insert into parts (id, name, description, img, unit_price_cents, minimum_order, on_hand)
    select gen_random_uuid(), name, description, img, unit_price_cents, minimum_order, 1000
    from parts, generate_series(1, 600) where id = ${low}`.execute(shop.db)
  const find = (query: string) => list(`search=quorn&${query}`)
  expect(readIds(await find('status=out'))).toEqual([low])
  const first = await find('status=all&size=40')
  expect(first.headers.get('x-total-count')).toBe('501')
  const firstIds = readIds(first)
  expect(firstIds).toHaveLength(40)
  expect(firstIds[0]).toBe(low)
  const { rows } = await sql<{ id: string }>`
    select id from parts where name = 'Quorn washer' and deleted_at is null
    order by position desc limit 1`.execute(shop.db)
  expect(readIds(await find(`status=all&after=${rows[0]?.id}`))).toEqual([archived])
  expect(readIds(await find(`status=all&after=${archived}`))).toEqual([])
})
