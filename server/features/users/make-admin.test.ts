import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin, addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'
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

test.each([
  ['a confirmed user', {}, 0, /^\S+ is an admin now\. In production, admins must turn on two-step/],
  ['an admin', { role: 'admin' } as const, 0, /^\S+ is an admin already\.$/],
  ['an unconfirmed user', { emailConfirmed: false }, 1, /^\S+ is not confirmed: /],
])('tells the operator what the command made of %s', async (_, about, code, text) => {
  const { email, call } = await addCustomer(shop, about)
  const result = await makeAdminCommand(email)
  expect([result.code, result.text]).toEqual([code, expect.stringMatching(text)])
  expect((await call('GET', '/allOrders')).status).toBe(code === 0 ? 200 : 403)
})

test('tells the operator that there is no such user', async () => {
  const { code, text } = await makeAdminCommand('nobody@example.com')
  expect([code, text]).toEqual([1, expect.stringContaining('There is no user nobody@example.com')])
})

/** Runs `npm run shop -- make-admin` as a process of its own. */
async function makeAdminCommand(email: string) {
  const program = path.resolve(import.meta.dirname, '../../commands/shop.ts')
  const env = { ...process.env, DATABASE_URL: shop.databaseUrl }
  const run = promisify(execFile)(process.execPath, [program, 'make-admin', email], { env })
  const ended = await run.catch((error) => error)
  return { code: ended.code ?? 0, text: `${ended.stdout}${ended.stderr}`.trim() }
}
