import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockRow, queueForLock } from '../../../../tests/support/database/locks.ts'
import { checkBooks } from '../../../../tests/support/shop/books.ts'
import { tally } from '../../../../tests/support/shop/calls.ts'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { addAdmin, addCustomer, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop
let admin: Person
let customer: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop, { name: 'Grace Hopper' })
  customer = await addCustomer(shop)
})
afterAll(async () => {
  await checkBooks(shop)
  await shop.close()
})

const change = (id: string, body: object, by = admin) => by.call('PATCH', `/api/parts/${id}`, body)
const editsOf = async (id: string) => (await admin.call('GET', `/api/parts/${id}/edits`)).body

test('only what is sent changes, everybody sees it, and it is written down who did it', async () => {
  const id = await addPart(shop, { name: 'Chain', cents: 250, minimum: 10 })
  const before = (await shop.visit('GET', `/parts/${id}`)).body
  const { status, body } = await change(id, { price: 2.75 })
  expect([status, body]).toEqual([200, { ...before, price: 2.75 }])
  expect((await shop.visit('GET', `/parts/${id}`)).body).toEqual(body)
  const texts = { name: 'Chain 9-speed', description: 'Browned.', img: '/drawings/a.svg' }
  expect((await change(id, { ...texts, minimumOrder: 20 })).body).toEqual({
    ...body,
    ...texts,
    minimumOrder: 20,
  })
  expect(await editsOf(id)).toMatchObject([
    {
      kind: 'changed',
      by: 'Grace Hopper',
      changes: [
        { field: 'img', from: before.img, to: '/drawings/a.svg' },
        { field: 'name', from: 'Chain', to: 'Chain 9-speed' },
        { field: 'description', from: before.description, to: 'Browned.' },
        { field: 'minimumOrder', from: 10, to: 20 },
      ],
    },
    { changes: [{ field: 'price', from: 2.5, to: 2.75 }] },
  ])
})

test('a part is found by its new name', async () => {
  const id = await addPart(shop)
  await change(id, { name: 'Quillhorn freewheel' })
  const { body } = await shop.visit('GET', '/parts?search=quillhorn')
  expect(body.map((part: { _id: string }) => part._id)).toEqual([id])
})

test('what becomes as it was already is no change', async () => {
  const id = await addPart(shop, { cents: 250 })
  expect((await change(id, { price: 2.5 })).status).toBe(200)
  expect(await editsOf(id)).toEqual([])
})

test('orders keep the price of their day, and new ones cost the new one', async () => {
  const id = await addPart(shop, { cents: 250 })
  const before = await placeOrder(customer.call, id, 10)
  await change(id, { price: 3 })
  const after = await placeOrder(customer.call, id, 10)
  const totals = [before, after].map(
    async (order) => (await customer.call('GET', `/booking/${order}`)).body.totalPrice,
  )
  expect(await Promise.all(totals)).toEqual([25, 30])
})

test('two who saw the same price cannot both change it, and the second is told what it is', async () => {
  const id = await addPart(shop, { cents: 250 })
  const answers = await queueForLock(
    shop.db,
    lockRow('parts', id),
    [2.6, 2.7, 2.8, 2.9].map((price) => () => change(id, { price, seen: { price: 2.5 } })),
  )
  expect(tally(answers)).toEqual({ '200': 1, part_changed: 3 })
  const price = answers.find(({ status }) => status === 200)?.body.price
  expect(answers.find(({ status }) => status === 409)?.body.detail).toContain(`$${price}0`)
  expect((await change(id, { minimumOrder: 5, seen: { minimumOrder: 9 } })).body.code).toBe(
    'part_changed',
  )
})

test('who changes one after the other without looking: each edit says what it found', async () => {
  const id = await addPart(shop, { cents: 100 })
  await queueForLock(
    shop.db,
    lockRow('parts', id),
    Array.from({ length: 8 }, (_, n) => () => change(id, { price: 2 + n, minimumOrder: 10 })),
  )
  const edits = (await editsOf(id)) as { changes: { from: number; to: number }[] }[]
  const steps = edits.map(({ changes }) => changes[0] ?? { from: 0, to: 0 })
  expect(steps).toHaveLength(8)
  // Every price but the last was what another change found.
  const found = steps.map(({ from }) => from).sort()
  const last = (await shop.visit('GET', `/parts/${id}`)).body.price
  expect(found).toEqual([1, ...steps.map(({ to }) => to).filter((to) => to !== last)].sort())
})

test('the details show the price steps of the new price', async () => {
  const id = await addPart(shop, { cents: 250, minimum: 10 })
  await shop.db
    .insertInto('part_price_tiers')
    .values([
      { part_id: id, from_quantity: 10, unit_price_cents: 250 },
      { part_id: id, from_quantity: 100, unit_price_cents: 200 },
    ])
    .execute()
  await change(id, { price: 5, minimumOrder: 20 })
  expect((await shop.visit('GET', `/api/parts/${id}`)).body.priceTiers).toEqual([
    { fromQuantity: 20, price: 5 },
    { fromQuantity: 100, price: 4 },
  ])
})

test('a part that is deleted cannot be changed, and its edits say who deleted it', async () => {
  const id = await addPart(shop)
  await admin.call('DELETE', `/part/${id}`)
  for (const missing of [id, randomUUIDv7()]) {
    const { status, body } = await change(missing, { price: 3 })
    expect([status, body.code]).toEqual([404, 'part_missing'])
  }
  expect(await editsOf(id)).toMatchObject([{ kind: 'deleted', by: 'Grace Hopper', changes: [] }])
})

test('nonsense is refused field by field, and so is a change of nothing or of stock', async () => {
  const id = await addPart(shop)
  for (const [body, fields] of [
    [{ price: 0, name: '' }, ['name', 'price']],
    [{ minimumOrder: 1.5 }, ['minimumOrder']],
    [{ img: 'javascript:alert(1)' }, ['img']],
    [{ price: 3, availableQuantity: 5 }, ['availableQuantity']],
    [{ price: 3, seen: { stock: 1 } }, ['stock']],
  ] as const) {
    const answer = await change(id, body)
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([400, fields])
  }
  for (const nothing of [{}, { seen: { price: 2.5 } }]) {
    expect((await change(id, nothing)).body.code).toBe('input_invalid')
  }
})

test('only staff change parts or read who did', async () => {
  const id = await addPart(shop)
  expect((await change(id, { price: 1 }, customer)).status).toBe(403)
  expect((await customer.call('GET', `/api/parts/${id}/edits`)).status).toBe(403)
  expect((await shop.visit('PATCH', `/api/parts/${id}`, { price: 1 })).status).toBe(401)
})
