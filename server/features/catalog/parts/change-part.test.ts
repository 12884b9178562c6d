import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { countOutcomes } from '../../../../tests/support/shop/api-client.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { placeOrder } from '../../../../tests/support/shop/orders.ts'
import { addPart } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop, { name: 'Grace Hopper' })
const customer = await addCustomer(shop)
afterAll(() => closeWithConsistentLedger(shop))

const change = (id: string, body: object, by = admin) => by.call('PATCH', `/api/parts/${id}`, body)
const listEdits = async (id: string) => (await admin.call('GET', `/api/parts/${id}/edits`)).body

test('changes only the given fields and records the admin', async () => {
  const id = await addPart(shop, { name: 'Chain', cents: 250, minimum: 10 })
  const before = (await shop.call('GET', `/parts/${id}`)).body
  const { status, body } = await change(id, { price: 2.75 })
  expect([status, body]).toEqual([200, { ...before, price: 2.75 }])
  expect((await shop.call('GET', `/parts/${id}`)).body).toEqual(body)
  const texts = { name: 'Chain 9-speed', description: 'Browned.', img: '/drawings/a.svg' }
  expect((await change(id, { ...texts, minimumOrder: 20 })).body).toEqual({
    ...body,
    ...texts,
    minimumOrder: 20,
  })
  expect(await listEdits(id)).toMatchObject([
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

test('finds a part by its new name', async () => {
  const id = await addPart(shop)
  await change(id, { name: 'Quillhorn freewheel' })
  const { body } = await shop.call('GET', '/parts?search=quillhorn')
  expect(body.map((part: { _id: string }) => part._id)).toEqual([id])
})

test('replaces an older name with characters that new names must not have', async () => {
  const name = 'A\u202eBC'
  const id = await addPart(shop, { name })
  expect((await change(id, { name: `${name}D`, seen: { name } })).body.errors).toEqual({
    name: 'Control characters are not allowed.',
  })
  expect((await change(id, { name: 'ABC', seen: { name } })).body.name).toBe('ABC')
})

test('records no edit if the values stay the same', async () => {
  const id = await addPart(shop, { cents: 250 })
  expect((await change(id, { price: 2.5 })).status).toBe(200)
  expect(await listEdits(id)).toEqual([])
})

test('keeps the price of earlier orders when the price changes', async () => {
  const id = await addPart(shop, { cents: 250 })
  const before = await placeOrder(customer.call, id, 10)
  await change(id, { price: 3 })
  const after = await placeOrder(customer.call, id, 10)
  const totals = [before, after].map(
    async (order) => (await customer.call('GET', `/booking/${order}`)).body.totalPrice,
  )
  expect(await Promise.all(totals)).toEqual([25, 30])
})

test('accepts one of several concurrent price changes, and states its price in the refusals of the others', async () => {
  const id = await addPart(shop, { cents: 250 })
  const responses = await runInLockOrder(
    shop.db,
    lockRow('parts', id),
    [2.6, 2.7, 2.8, 2.9].map((price) => () => change(id, { price, seen: { price: 2.5 } })),
  )
  expect(countOutcomes(responses)).toEqual({ '200': 1, part_changed: 3 })
  const price = responses.find(({ status }) => status === 200)?.body.price
  expect(responses.find(({ status }) => status === 409)?.body.detail).toContain(`$${price}0`)
  const outdated = await change(id, { minimumOrder: 5, seen: { minimumOrder: 9 } })
  expect([outdated.body.code, outdated.body.detail]).toEqual([
    'part_changed',
    expect.stringContaining(`$${price}0 and its minimum order 10.`),
  ])
})

test('records the exact previous values of concurrent changes', async () => {
  const id = await addPart(shop, { cents: 100 })
  await runInLockOrder(
    shop.db,
    lockRow('parts', id),
    Array.from({ length: 8 }, (_, n) => () => change(id, { price: 2 + n, minimumOrder: 10 })),
  )
  const edits = (await listEdits(id)) as { changes: { from: number; to: number }[] }[]
  const changes = edits.map(({ changes }) => changes[0] ?? { from: 0, to: 0 })
  expect(changes).toHaveLength(8)
  // Each price except the final one is the previous value of exactly one other edit.
  const previous = changes.map(({ from }) => from).sort()
  const last = (await shop.call('GET', `/parts/${id}`)).body.price
  expect(previous).toEqual([1, ...changes.map(({ to }) => to).filter((to) => to !== last)].sort())
})

test('scales price tiers with the new price', async () => {
  const id = await addPart(shop, { cents: 250, minimum: 10 })
  await shop.db
    .insertInto('part_price_tiers')
    .values([
      { part_id: id, from_quantity: 10, unit_price_cents: 250 },
      { part_id: id, from_quantity: 100, unit_price_cents: 200 },
    ])
    .execute()
  await change(id, { price: 5, minimumOrder: 20 })
  expect((await shop.call('GET', `/api/parts/${id}`)).body.priceTiers).toEqual([
    { fromQuantity: 20, price: 5 },
    { fromQuantity: 100, price: 4 },
  ])
})

test('refuses changes of a deleted part and records the admin who deleted it', async () => {
  const id = await addPart(shop)
  await admin.call('DELETE', `/part/${id}`)
  for (const missing of [id, randomUUIDv7()]) {
    const { status, body } = await change(missing, { price: 3 })
    expect([status, body.code]).toEqual([404, 'part_missing'])
  }
  expect(await listEdits(id)).toMatchObject([{ kind: 'deleted', by: 'Grace Hopper', changes: [] }])
})

test('refuses invalid fields, an empty change, and a change of stock', async () => {
  const id = await addPart(shop)
  for (const [body, fields] of [
    [{ price: 0, name: '' }, ['name', 'price']],
    [{ minimumOrder: 1.5 }, ['minimumOrder']],
    [{ img: 'javascript:alert(1)' }, ['img']],
    [{ price: 3, availableQuantity: 5 }, ['availableQuantity']],
    [{ price: 3, seen: { stock: 1 } }, ['stock']],
  ] as const) {
    const response = await change(id, body)
    expect([response.status, Object.keys(response.body.errors).sort()]).toEqual([400, fields])
  }
  for (const emptyChange of [{}, { seen: { price: 2.5 } }]) {
    expect((await change(id, emptyChange)).body.code).toBe('input_invalid')
  }
})

test('lets only staff change parts and read edits', async () => {
  const id = await addPart(shop)
  expect((await change(id, { price: 1 }, customer)).status).toBe(403)
  expect((await customer.call('GET', `/api/parts/${id}/edits`)).status).toBe(403)
  expect((await shop.call('PATCH', `/api/parts/${id}`, { price: 1 })).status).toBe(401)
})
