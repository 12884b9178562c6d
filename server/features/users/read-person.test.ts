import { randomUUIDv7 } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { addShippedOrder } from '../../../tests/support/shop/orders.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
afterAll(() => shop.close())

const readPerson = (idOrEmail: string, by = admin) =>
  by.call('GET', `/api/people/${encodeURIComponent(idOrEmail)}`)

test('finds a user by id, or by email in lower or upper case', async () => {
  const rider = await addCustomer(shop, { name: 'Velo Nord' })
  await rider.call('PUT', `/user/${rider.email}`, { phone: '+49 40 5550 120' })
  const { status, body } = await readPerson(rider.id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    user: { _id: rider.id, email: rider.email, role: 'customer', banned: false },
    profile: { displayName: 'Velo Nord', phone: '+49 40 5550 120' },
    emailConfirmed: true,
    trusted: null,
    hasPaid: false,
    paidOrders: 0,
    paidCents: 0,
    lastPaidAt: null,
    unpaidOrders: 0,
    unpaidQuantity: 0,
    unpaidCents: 0,
    changes: [],
  })
  expect((await readPerson(rider.email.toUpperCase())).body).toEqual(body)
})

test('counts the paid orders, without those whose refund has started, and returns the last payment', async () => {
  const rider = await addCustomer(shop)
  const setTimes = async (times: { paid_at: Date; refund_began_at?: Date }) =>
    shop.db
      .updateTable('orders')
      .set({ shipped_at: null, shipped_by: null, ...times })
      .where('id', '=', await addShippedOrder(shop, rider))
      .execute()
  await setTimes({ paid_at: new Date('2026-11-25T08:00:00Z') })
  await setTimes({ paid_at: new Date('2026-11-20T08:00:00Z') })
  await setTimes({
    paid_at: new Date('2026-11-26T08:00:00Z'),
    refund_began_at: new Date('2026-11-27T08:00:00Z'),
  })
  expect((await readPerson(rider.id)).body).toMatchObject({
    hasPaid: true,
    paidOrders: 2,
    paidCents: 5000,
    lastPaidAt: '2026-11-25T08:00:00.000Z',
  })
  const { body: users } = await admin.call('GET', `/allUsers?search=${rider.email}`)
  expect(users).toMatchObject([{ _id: rider.id, paidOrders: 2, paidCents: 5000 }])
})

test('does not send the URL of a user’s picture to staff', async () => {
  const rider = await addCustomer(shop)
  const image = 'https://tracker.example/pixel.png'
  await shop.db.updateTable('users').set({ image }).where('id', '=', rider.id).execute()
  expect((await rider.call('GET', `/user/${rider.email}`)).body.photoURL).toBe(image)
  expect(JSON.stringify((await readPerson(rider.id)).body)).not.toContain('tracker.example')
})

test('lists role changes and bans, newest first, with admin and reason', async () => {
  const rider = await addCustomer(shop)
  const ban = `/api/users/${rider.email}/ban`
  await admin.call('PUT', `/user/admin/${rider.email}`)
  await admin.call('DELETE', `/user/admin/${rider.email}`)
  await admin.call('PUT', ban, { reason: 'Resells stolen wheels' })
  await admin.call('PUT', ban, { reason: 'Once more' })
  await admin.call('DELETE', ban)
  await admin.call('DELETE', ban)
  const { changes } = (await readPerson(rider.id)).body
  const by = admin.email
  expect(changes).toMatchObject([
    { kind: 'unbanned', by, reason: null },
    { kind: 'banned', by, reason: 'Resells stolen wheels' },
    { kind: 'made_customer', by },
    { kind: 'made_admin', by },
  ])
})

test('responds with user_missing for unknown and deleted users', async () => {
  const deleted = await addCustomer(shop)
  await shop.db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', deleted.id)
    .execute()
  for (const idOrEmail of [deleted.id, deleted.email, randomUUIDv7(), 'nobody@example.com']) {
    expect((await readPerson(idOrEmail)).body.code).toBe('user_missing')
  }
  expect((await readPerson('nobody')).body.code).toBe('input_invalid')
})

test('refuses customers, also for their own account', async () => {
  const rider = await addCustomer(shop)
  expect((await readPerson(rider.id, rider)).body.code).toBe('role_insufficient')
})
