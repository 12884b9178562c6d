import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { placeOrder } from '../../../tests/support/shop/orders.ts'
import { addPart } from '../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const grace = await addAdmin(shop, { name: 'Grace Hopper' })
const linus = await addAdmin(shop, { name: 'Linus' })
const customer = await addCustomer(shop)
const order = await placeOrder(customer.call, await addPart(shop))
afterAll(() => shop.close())

const put = ({ call }: TestUser, id: string, body: object) => call('PUT', `/api/notes/${id}`, body)

async function add(author: TestUser, subject: object, text: string) {
  const id = randomUUID()
  expect((await put(author, id, { ...subject, text })).body).toEqual({ modifiedCount: 1 })
  return id
}

const list = async (subject: string, { call } = grace) =>
  (await call('GET', `/api/notes?${subject}`)).body

test('lists the notes on an order and on its customer, newest first', async () => {
  const { id: user } = customer
  await add(grace, { user }, 'Calls on Mondays')
  await add(linus, { order }, 'Pallet, not parcels')
  expect(await list(`order=${order}`)).toMatchObject([
    { text: 'Pallet, not parcels', author: 'Linus', isOwn: false, isOnOrder: true },
    { text: 'Calls on Mondays', author: 'Grace Hopper', isOwn: true, isOnOrder: false },
  ])
  expect(await list(`user=${user}`)).toMatchObject([{ text: 'Calls on Mondays' }])
})

test('lists at most the newest 200 notes', async () => {
  const user = await addCustomer(shop)
  await sql`insert into staff_notes (id, user_id, author_id, text, created_at)
    select gen_random_uuid(), ${user.id}, ${grace.id}, n, now() - n * interval '1 minute'
    from generate_series(1, 201) n`.execute(shop.db)
  const notes = await list(`user=${user.id}`)
  expect([notes.length, notes[0].text, notes.at(-1).text]).toEqual([200, '1', '200'])
})

test('counts the notes on each order in the list of orders', async () => {
  const user = await addCustomer(shop)
  const id = await placeOrder(user.call, await addPart(shop))
  await add(grace, { order: id }, 'Pallet')
  await add(grace, { user: user.id }, 'Calls on Mondays')
  const { body } = await grace.call('GET', `/allOrders?client=${user.email}`)
  expect(body).toMatchObject([{ _id: id, noteCount: 1 }])
})

test('adds a note once for a repeated request, and lets its author change it', async () => {
  const user = await addCustomer(shop)
  const subject = { user: user.id }
  const id = await add(grace, subject, 'Calls on Mondays')
  expect((await put(grace, id, { ...subject, text: 'Calls on Mondays' })).body).toEqual({
    modifiedCount: 0,
  })
  expect(await list(`user=${user.id}`)).toMatchObject([{ editedAt: null }])
  await put(grace, id, { ...subject, text: 'Calls on Fridays' })
  expect(await list(`user=${user.id}`)).toMatchObject([
    { text: 'Calls on Fridays', editedAt: expect.any(String) },
  ])
})

test('refuses a change if the author has changed the seen text, but not a repeated change', async () => {
  const subject = { user: (await addCustomer(shop)).id }
  const id = await add(grace, subject, 'Calls on Mondays')
  const change = async (text: string) =>
    (await put(grace, id, { ...subject, text, seen: 'Calls on Mondays' })).body
  expect(await change('Calls on Fridays')).toEqual({ modifiedCount: 1 })
  expect(await change('Calls on Fridays')).toEqual({ modifiedCount: 0 })
  expect((await change('Never calls')).code).toBe('note_changed')
})

test('does not add a deleted note again when its author saves a change', async () => {
  const subject = { user: (await addCustomer(shop)).id }
  const id = await add(grace, subject, 'Calls on Mondays')
  await linus.call('DELETE', `/api/notes/${id}`)
  const change = { ...subject, text: 'Calls on Fridays', seen: 'Calls on Mondays' }
  expect((await put(grace, id, change)).body.code).toBe('note_missing')
  expect(await list(`user=${subject.user}`)).toEqual([])
})

test('lets other staff delete a note but not change it', async () => {
  const user = await addCustomer(shop)
  const subject = { user: user.id }
  const id = await add(grace, subject, 'Calls on Mondays')
  expect((await put(linus, id, { ...subject, text: 'Never calls' })).body.code).toBe('note_missing')
  expect(await list(`user=${user.id}`)).toMatchObject([{ text: 'Calls on Mondays' }])
  expect((await linus.call('DELETE', `/api/notes/${id}`)).body).toEqual({ deletedCount: 1 })
  expect((await linus.call('DELETE', `/api/notes/${id}`)).body).toEqual({ deletedCount: 0 })
})

test.each([
  ['an empty text', () => ({ order, text: ' ' }), 'input_invalid'],
  ['2,001 characters', () => ({ order, text: 'x'.repeat(2001) }), 'input_invalid'],
  ['an order and a user', () => ({ order, user: customer.id, text: 'x' }), 'input_invalid'],
  ['no subject', () => ({ text: 'x' }), 'input_invalid'],
  ['an unknown order', () => ({ order: randomUUID(), text: 'x' }), 'order_missing'],
  ['an unknown user', () => ({ user: randomUUID(), text: 'x' }), 'user_missing'],
])('refuses a note with %s', async (_, body, code) => {
  expect((await put(grace, randomUUID(), body())).body.code).toBe(code)
})

test('refuses visitors, customers, and admins with an unconfirmed email', async () => {
  const id = await add(grace, { order }, 'Secret')
  const paused = await addAdmin(shop, { emailConfirmed: false })
  for (const [call, status] of [
    [shop.call, 401],
    [customer.call, 403],
    [paused.call, 403],
  ] as const) {
    const responses = [
      await call('GET', `/api/notes?order=${order}`),
      await call('PUT', `/api/notes/${id}`, { order, text: 'Mine' }),
      await call('DELETE', `/api/notes/${id}`),
    ]
    expect(responses.map((response) => response.status)).toEqual([status, status, status])
  }
})

test('returns no notes to a customer with orders, profile, overview and search', async () => {
  const user = await addCustomer(shop)
  const id = await placeOrder(user.call, await addPart(shop))
  await add(grace, { order: id }, 'Pallet Secret')
  await add(grace, { user: user.id }, 'Calls Secret')
  const responses = await Promise.all(
    [
      `/api/orders/${id}`,
      `/booking/${id}`,
      `/myOrders?client=${user.email}`,
      '/api/orders/mine.csv',
      `/user/${user.email}`,
      '/api/my-overview?days=30',
      '/api/palette?search=Secret',
    ].map((path) => user.call('GET', path)),
  )
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  for (const { body } of responses) {
    expect(JSON.stringify(body)).not.toMatch(/Secret|noteCount/)
  }
})
