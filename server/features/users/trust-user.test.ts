import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
afterAll(() => shop.close())

const trust = (email: string, by = admin) => by.call('PUT', `/api/users/${email}/trust`)
const distrust = (email: string, by = admin) => by.call('DELETE', `/api/users/${email}/trust`)
const readUser = async ({ id }: TestUser) => (await admin.call('GET', `/api/people/${id}`)).body

test('grants and withdraws trust once, and shows which admin granted it', async () => {
  const customer = await addCustomer(shop)
  const given = await runInLockOrder(shop.db, lockRow('users', customer.id), [
    () => trust(customer.email),
    () => trust(customer.email.toUpperCase()),
  ])
  expect(given.map(({ body }) => body.modifiedCount)).toEqual([1, 0])
  expect((await readUser(customer)).trusted).toMatchObject({ by: admin.email })
  expect((await distrust(customer.email)).body).toEqual({ modifiedCount: 1 })
  expect((await distrust(customer.email)).body).toEqual({ modifiedCount: 0 })
  expect((await readUser(customer)).trusted).toBeNull()
})

test('refuses to trust an account with an unconfirmed email', async () => {
  const unconfirmed = await addCustomer(shop, { emailConfirmed: false })
  const { status, body } = await trust(unconfirmed.email)
  expect([status, body.code]).toEqual([409, 'email_not_confirmed'])
  expect((await readUser(unconfirmed)).trusted).toBeNull()
})

test('refuses requests of customers, and for unknown users', async () => {
  const customer = await addCustomer(shop)
  for (const act of [trust, distrust]) {
    expect((await act(customer.email, customer)).body.code).toBe('role_insufficient')
    expect((await act('nobody@example.com')).body.code).toBe('user_missing')
  }
})
