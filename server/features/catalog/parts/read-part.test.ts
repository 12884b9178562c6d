import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { findFreePort } from '../../../../tests/support/network/ports.ts'
import { createApiClient } from '../../../../tests/support/shop/api-client.ts'
import { expectConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { testSettings } from '../../../../tests/support/shop/settings.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'
import { buildApp } from '../../../app.ts'
import { readConfig } from '../../../config.ts'

const shop = await startTestShop()
const customer = await addCustomer(shop)
afterAll(() => shop.close())

const readAvailable = async (id: string) =>
  (await shop.call('GET', `/parts/${id}`)).body.availableQuantity

test('returns a part to visitors', async () => {
  const id = await addPart(shop, { name: 'Cassette 11-34', stock: 7, minimum: 3, cents: 1999 })
  const { status, body } = await shop.call('GET', `/parts/${id}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    _id: id,
    name: 'Cassette 11-34',
    price: 19.99,
    availableQuantity: 7,
    minimumOrder: 3,
  })
  expect((await shop.call('GET', `/parts/${id.toUpperCase()}`)).body).toEqual(body)
})

test('responds with 404 for an unknown part and its details', async () => {
  for (const path of [`/parts/${randomUUIDv7()}`, `/api/parts/${randomUUIDv7()}`]) {
    const { status, body } = await shop.call('GET', path)
    expect([status, body.code]).toEqual([404, 'part_missing'])
  }
})

test('refuses a malformed id', async () => {
  for (const path of ['/parts/7', '/api/parts/7']) {
    const { status, body } = await shop.call('GET', path)
    expect([status, Object.keys(body.errors)]).toEqual([400, ['id']])
  }
})

test('returns catalog data, price tiers and dimensions as the details of a part', async () => {
  await shop.db.insertInto('families').values({ code: '07', name: 'Chains' }).execute()
  const id = await addPart(shop)
  await shop.db
    .updateTable('parts')
    .set({
      sku: 'FH-07001-3',
      family_code: '07',
      pack_size: 10,
      carton_size: 100,
      weight_g: 262.5,
      lead_time_days: 14,
      hs_code: '731511',
      supersedes: 'FH-07000-5',
      attributes: JSON.stringify({ links: 116, speeds: [9, 10], coated: true }),
    })
    .where('id', '=', id)
    .execute()
  await shop.db
    .insertInto('part_price_tiers')
    .values([
      { part_id: id, from_quantity: 100, unit_price_cents: 225 },
      { part_id: id, from_quantity: 10, unit_price_cents: 250 },
    ])
    .execute()
  const { status, body } = await shop.call('GET', `/api/parts/${id}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    _id: id,
    sku: 'FH-07001-3',
    family: 'Chains',
    familySlug: 'chains',
    supersedes: 'FH-07000-5',
    hsCode: '731511',
    priceTiers: [
      { fromQuantity: 10, price: 2.5 },
      { fromQuantity: 100, price: 2.25 },
    ],
    orderMultiple: null,
    packSize: 10,
    cartonSize: 100,
    weightGrams: 262.5,
    leadTimeDays: 14,
    attributes: { links: 116, speeds: [9, 10], coated: true },
  })
})

test('responds with 304 for a cached part until it changes', async () => {
  const id = await addPart(shop)
  const etag = (await shop.call('GET', `/parts/${id}`)).headers.get('etag') as string
  const request = () => shop.call('GET', `/parts/${id}`, undefined, { 'if-none-match': etag })
  expect((await request()).status).toBe(304)
  await placeOrder(customer.call, id)
  expect((await request()).status).toBe(200)
})

test('responds with 304 for a part’s details after an order, because details contain no stock', async () => {
  const id = await addPart(shop)
  const path = `/api/parts/${id}`
  const etag = (await shop.call('GET', path)).headers.get('etag') as string
  await placeOrder(customer.call, id)
  const again = await shop.call('GET', path, undefined, { 'if-none-match': etag })
  expect([again.status, again.body]).toEqual([304, ''])
})

test.each(['br', 'gzip', 'identity'])(
  'sends the same part and details with accept-encoding %s',
  async (encoding) => {
    const id = await addPart(shop)
    const description = 'Nickel-plated, 116 links. '.repeat(60)
    const attributes = JSON.stringify({ material: description })
    await shop.db
      .updateTable('parts')
      .set({ description, attributes })
      .where('id', '=', id)
      .execute()
    for (const path of [`/parts/${id}`, `/api/parts/${id}`]) {
      const plain = await shop.app.inject({ url: path })
      const headers = { 'accept-encoding': encoding }
      const other = await fetch(shop.url + path, { headers })
      expect(other.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(other.headers.get('vary')).toBe('accept-encoding')
      expect(await other.text()).toBe(plain.body)
    }
  },
)

test('does not compress a short response', async () => {
  const id = await addPart(shop)
  const headers = { 'accept-encoding': 'br, gzip' }
  const response = await fetch(`${shop.url}/parts/${id}`, { headers })
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(response.headers.get('etag')).toMatch(/^W\//)
})

test('shows the remaining stock as soon as an order is placed', async () => {
  const id = await addPart(shop, { stock: 100, minimum: 1 })
  for (let left = 100; left > 90; left--) {
    expect(await readAvailable(id)).toBe(left)
    await placeOrder(await addCustomer(shop).then(({ call }) => call), id, 1)
  }
  await expectConsistentLedger(shop)
})

test('restores the stock as soon as an order is cancelled', async () => {
  const id = await addPart(shop, { stock: 100 })
  const order = await placeOrder(customer.call, id, 40)
  expect(await readAvailable(id)).toBe(60)
  await customer.call('DELETE', `/booking/${order}?client=${customer.email}`)
  expect(await readAvailable(id)).toBe(100)
})

test('never shows more stock than remained when the request began', async () => {
  const id = await addPart(shop, { stock: 1000, minimum: 1 })
  const customers = await Promise.all(Array.from({ length: 10 }, () => addCustomer(shop)))
  let placedCount = 0
  const readRepeatedly = async () => {
    while (placedCount < 100) {
      const maxAvailable = 1000 - placedCount
      expect(await readAvailable(id)).toBeLessThanOrEqual(maxAvailable)
    }
  }
  const orders = customers.map(async ({ call }) => {
    for (let n = 0; n < 10; n++) {
      await placeOrder(call, id, 1)
      placedCount += 1
    }
  })
  await Promise.all([...orders, readRepeatedly(), readRepeatedly()])
  expect(await readAvailable(id)).toBe(900)
  await expectConsistentLedger(shop)
})

test('responds with 404 as soon as a part is deleted', async () => {
  const id = await addPart(shop)
  expect(await readAvailable(id)).toBe(100)
  const admin = await addAdmin(shop)
  await admin.call('DELETE', `/part/${id}`)
  expect((await shop.call('GET', `/parts/${id}`)).body.code).toBe('part_missing')
  expect((await shop.call('GET', `/api/parts/${id}`)).body.code).toBe('part_missing')
})

test('shows the new stock in another process after an order', async () => {
  const port = await findFreePort()
  const other = await buildApp(
    readConfig({ ...testSettings, DATABASE_URL: shop.databaseUrl, PORT: String(port) }),
    { pages: false },
  )
  await other.listen({ port, host: '127.0.0.1' })
  try {
    const call = createApiClient(`http://127.0.0.1:${port}`)
    const id = await addPart(shop, { stock: 100 })
    const readInOther = async () => (await call('GET', `/parts/${id}`)).body.availableQuantity
    expect(await readInOther()).toBe(100)
    await placeOrder(customer.call, id, 10)
    await waitUntil('the other process shows 90', async () => (await readInOther()) === 90)
  } finally {
    await other.close()
  }
})
