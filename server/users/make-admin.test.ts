import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin, addCustomer, type Person } from '../testing/people.ts'
import { startTestShop, type TestShop } from '../testing/shop.ts'

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
