import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin, addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
afterAll(() => shop.close())

const look = (who: string, by = admin) => by.call('GET', `/api/people/${encodeURIComponent(who)}`)

test('an admin looks at somebody by id or by e-mail, however that is written', async () => {
  const rider = await addCustomer(shop, { name: 'Velo Nord' })
  await rider.call('PUT', `/user/${rider.email}`, { phone: '+49 40 5550 120' })
  const { status, body } = await look(rider.id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    user: { _id: rider.id, email: rider.email, role: 'customer', banned: false },
    profile: { displayName: 'Velo Nord', phone: '+49 40 5550 120' },
    emailConfirmed: true,
    trusted: null,
    hasPaid: false,
    unpaidOrders: 0,
    changes: [],
  })
  expect((await look(rider.email.toUpperCase())).body).toEqual(body)
})

test('does not send the address of a picture to staff', async () => {
  const rider = await addCustomer(shop)
  const image = 'https://tracker.example/pixel.png'
  await shop.db.updateTable('users').set({ image }).where('id', '=', rider.id).execute()
  expect((await rider.call('GET', `/user/${rider.email}`)).body.photoURL).toBe(image)
  expect(JSON.stringify((await look(rider.id)).body)).not.toContain('tracker.example')
})

test('all that was done to somebody is told, the newest first, by whom and why', async () => {
  const rider = await addCustomer(shop)
  const ban = `/api/users/${rider.email}/ban`
  await admin.call('PUT', `/user/admin/${rider.email}`)
  await admin.call('DELETE', `/user/admin/${rider.email}`)
  await admin.call('PUT', ban, { reason: 'Resells stolen wheels' })
  await admin.call('PUT', ban, { reason: 'Once more' })
  await admin.call('DELETE', ban)
  await admin.call('DELETE', ban)
  const { changes } = (await look(rider.id)).body
  const by = admin.email
  expect(changes).toMatchObject([
    { kind: 'let_in', by, reason: null },
    { kind: 'banned', by, reason: 'Resells stolen wheels' },
    { kind: 'made_customer', by },
    { kind: 'made_admin', by },
  ])
})

test('who is not there, or has deleted his account, is not found', async () => {
  const gone = await addCustomer(shop)
  await shop.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', gone.id)
    .execute()
  for (const who of [gone.id, gone.email, randomUUIDv7(), 'nobody@example.com']) {
    expect((await look(who)).body.code).toBe('user_missing')
  }
  expect((await look('nobody')).body.code).toBe('input_invalid')
})

test('a customer looks at nobody, not even at himself', async () => {
  const rider = await addCustomer(shop)
  expect((await look(rider.id, rider)).body.code).toBe('role_insufficient')
})
