import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin, addCustomer, type Person } from '../testing/people.ts'
import { startTestShop, type TestShop } from '../testing/shop.ts'
import { makeAdmin } from './make-admin.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
afterAll(() => shop.close())

test('an admin makes a customer an admin, once, and it counts at once', async () => {
  const customer = await addCustomer(shop)
  const promote = () => admin.call('PUT', `/user/admin/${customer.email.toUpperCase()}`)
  expect((await customer.call('GET', '/allOrders')).status).toBe(403)
  expect((await promote()).body).toEqual({ modifiedCount: 1 })
  expect((await promote()).body).toEqual({ modifiedCount: 0 })
  expect((await customer.call('GET', '/allOrders')).status).toBe(200)
})

test('who is banned is made no admin, and who was made one by the shop’s own command was by nobody', async () => {
  const customer = await addCustomer(shop)
  const ban = `/api/users/${customer.email}/ban`
  await admin.call('PUT', ban, { reason: 'Resells stolen wheels' })
  expect(await makeAdmin(shop.db, customer.email, null)).toBe(0)
  await admin.call('DELETE', ban)
  expect(await makeAdmin(shop.db, customer.email, null)).toBe(1)
  const [newest] = (await admin.call('GET', '/api/role-changes')).body
  expect(newest).toMatchObject({ email: customer.email, role: 'admin', by: null })
})

test('nobody cannot be made an admin', async () => {
  const { status, body } = await admin.call('PUT', '/user/admin/nobody@example.com')
  expect([status, body]).toEqual([200, { modifiedCount: 0 }])
  expect((await admin.call('PUT', '/user/admin/nobody')).body.errors).toEqual({
    email: 'Provide a valid email',
  })
})

test('a customer cannot make himself an admin', async () => {
  const customer = await addCustomer(shop)
  const { status } = await customer.call('PUT', `/user/admin/${customer.email}`)
  expect(status).toBe(403)
  expect((await customer.call('GET', `/user/admin/${customer.email}`)).body.admin).toBe(false)
})
