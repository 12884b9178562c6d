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
  expect(first.headers.get('x-total-count')).toBe('500')
  const firstIds = readIds(first)
  expect(firstIds).toHaveLength(40)
  expect(firstIds[0]).toBe(low)
  const { rows } = await sql<{ id: string }>`
    select id from parts where name = 'Quorn washer' and deleted_at is null
    order by position desc limit 2`.execute(shop.db)
  const [last, previous] = rows.map(({ id }) => id)
  expect(readIds(await find(`status=all&after=${last}`))).toEqual([archived])
  const page = await find(`status=all&size=1&after=${previous}`)
  expect(readIds(page)).toEqual([last])
  await admin.call('DELETE', `/part/${previous}`)
  expect(readIds(await find(`status=all&after=${previous}`))).toEqual([last, archived])
})

test('the page after an archived part lists only archived parts', async () => {
  const onSale = await addPart(shop, { name: 'Tarn washer' })
  const ids = [
    await addPart(shop, { name: 'Tarn nut' }),
    await addPart(shop, { name: 'Tarn bolt' }),
  ]
  for (const id of ids) {
    await placeOrder(customer.call, id, 10)
    await admin.call('DELETE', `/part/${id}`)
  }
  const first = await list('search=tarn&status=all&size=2')
  expect(readIds(first)).toEqual([onSale, ids[0]])
  const next = /<(.*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect(readIds(await admin.call('GET', next))).toEqual([ids[1]])
  const page = await list('search=tarn&status=all&size=1')
  expect(readIds(page)).toEqual([onSale])
  const rest = /<(.*)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  expect(readIds(await admin.call('GET', rest))).toEqual([ids[0]])
})
