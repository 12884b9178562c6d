import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'

let admin: TestUser

const shop = await startTestShop()
beforeEach(async () => {
  await sql`truncate users cascade`.execute(shop.db)
  admin = await addAdmin(shop)
})
afterAll(() => shop.close())

const remove = (email: string, by = admin) => by.call('DELETE', `/user/admin/${email}`)

const countAdmins = async () =>
  (await shop.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()).length

test('removes the admin role immediately', async () => {
  const other = await addAdmin(shop)
  expect((await other.call('GET', '/allUsers')).status).toBe(200)
  expect((await remove(other.email.toUpperCase())).body).toEqual({ modifiedCount: 1 })
  expect((await other.call('GET', '/allUsers')).body.code).toBe('role_insufficient')
  expect((await remove(other.email)).body).toEqual({ modifiedCount: 0 })
})

test('lets admins demote themselves, except the last one', async () => {
  const other = await addAdmin(shop)
  expect((await remove(other.email, other)).body).toEqual({ modifiedCount: 1 })
  const { status, body } = await remove(admin.email)
  expect([status, body.code]).toEqual([409, 'last_admin'])
  expect((await admin.call('GET', '/allUsers')).status).toBe(200)
})

test('does not count banned admins as remaining admins', async () => {
  const other = await addAdmin(shop)
  await admin.call('PUT', `/api/users/${other.email}/ban`, { reason: 'Gone' })
  expect((await remove(admin.email)).body.code).toBe('last_admin')
  expect((await remove(other.email)).body).toEqual({ modifiedCount: 1 })
})

test('lets only one of two admins demote the other', async () => {
  const other = await addAdmin(shop)
  const responses = await runInLockOrder(shop.db, lockRow('users', admin.id), [
    () => remove(other.email, admin),
    () => remove(admin.email, other),
  ])
  expect(responses.map(({ status }) => status)).toEqual([200, 409])
  expect(await countAdmins()).toBe(1)
})

test('does not wait for the rows of admins if the user is a customer', async () => {
  const [other, customer] = [await addAdmin(shop), await addCustomer(shop)]
  await shop.db.transaction().execute(async (tx) => {
    await lockRow('users', other.id)(tx)
    expect((await remove(customer.email)).body).toEqual({ modifiedCount: 0 })
  })
})

test('changes nothing for an unknown email, for a user who is no admin, and for a customer’s request', async () => {
  expect((await remove('nobody@example.com')).body.code).toBe('user_missing')
  const customer = await addCustomer(shop)
  expect((await remove(customer.email)).body).toEqual({ modifiedCount: 0 })
  expect((await remove(admin.email, customer)).status).toBe(403)
})

test('lists every role change, newest first', async () => {
  const customer = await addCustomer(shop)
  await admin.call('PUT', `/user/admin/${customer.email}`)
  await admin.call('PUT', `/user/admin/${customer.email}`)
  await customer.call('DELETE', `/user/admin/${admin.email}`)
  const { body } = await customer.call('GET', '/api/role-changes')
  expect(body).toEqual([
    { email: admin.email, role: 'customer', by: customer.email, at: expect.any(String) },
    { email: customer.email, role: 'admin', by: admin.email, at: expect.any(String) },
  ])
  expect((await admin.call('GET', '/api/role-changes')).status).toBe(403)
})
