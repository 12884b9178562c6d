import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/users.ts'
import { makeAdmin } from './roles.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
afterAll(() => shop.close())

test('gives a customer the admin role immediately', async () => {
  const customer = await addCustomer(shop)
  const promote = () => admin.call('PUT', `/user/admin/${customer.email.toUpperCase()}`)
  expect((await customer.call('GET', '/allOrders')).status).toBe(403)
  expect((await promote()).body).toEqual({ modifiedCount: 1 })
  expect((await promote()).body).toEqual({ modifiedCount: 0 })
  expect((await customer.call('GET', '/allOrders')).status).toBe(200)
})

test('gives no admin role to a banned user, and records no admin for a role change by the command', async () => {
  const customer = await addCustomer(shop)
  const ban = `/api/users/${customer.email}/ban`
  await admin.call('PUT', ban, { reason: 'Resells stolen wheels' })
  expect(await makeAdmin(shop.db, customer.email, null)).toBe(0)
  await admin.call('DELETE', ban)
  expect(await makeAdmin(shop.db, customer.email, null)).toBe(1)
  const [newest] = (await admin.call('GET', '/api/role-changes')).body
  expect(newest).toMatchObject({ email: customer.email, role: 'admin', by: null })
})

test('changes no user for an unknown email, and refuses an invalid email', async () => {
  const { status, body } = await admin.call('PUT', '/user/admin/nobody@example.com')
  expect([status, body]).toEqual([200, { modifiedCount: 0 }])
  expect((await admin.call('PUT', '/user/admin/nobody')).body.errors).toEqual({
    email: 'Provide a valid email',
  })
})

test('customers cannot give themselves the admin role', async () => {
  const customer = await addCustomer(shop)
  const { status } = await customer.call('PUT', `/user/admin/${customer.email}`)
  expect(status).toBe(403)
  expect((await customer.call('GET', `/user/admin/${customer.email}`)).body.admin).toBe(false)
})

test.each([
  ['a confirmed user', {}, 0, /^\S+ is now an admin\. In production, admins must turn on two-step/],
  ['an admin', { role: 'admin' } as const, 0, /^\S+ is already an admin\.$/],
  ['an unconfirmed user', { emailConfirmed: false }, 1, /^\S+ is not confirmed: /],
])('the command make-admin reports its result for %s', async (_, options, code, text) => {
  const { email, call } = await addCustomer(shop, options)
  const result = await makeAdminCommand(email)
  expect([result.code, result.text]).toEqual([code, expect.stringMatching(text)])
  expect((await call('GET', '/allOrders')).status).toBe(code === 0 ? 200 : 403)
})

test('the command make-admin reports that no user has the email', async () => {
  const { code, text } = await makeAdminCommand('nobody@example.com')
  expect([code, text]).toEqual([1, expect.stringContaining('There is no user nobody@example.com')])
})

test('the command make-admin explains an unreachable database, and one without tables', async () => {
  const { code, text } = await makeAdminCommand('a@example.com', 'postgresql://127.0.0.1:1/x')
  expect(code).toBe(1)
  expect(text).toMatch(/^Cannot connect to the PostgreSQL of DATABASE_URL at 127\.0\.0\.1:1 \(/)
  const databaseUrl = new URL(shop.databaseUrl)
  databaseUrl.pathname = '/postgres'
  expect(await makeAdminCommand('a@example.com', databaseUrl.href)).toEqual({
    code: 1,
    text: 'The database has no tables of this version: run the command migrate first.',
  })
})

/** Runs `npm run shop -- make-admin` in a separate process. */
async function makeAdminCommand(email: string, databaseUrl = shop.databaseUrl) {
  const program = path.resolve(import.meta.dirname, '../../commands/shop.ts')
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const run = promisify(execFile)(process.execPath, [program, 'make-admin', email], { env })
  const result = await run.catch((error) => error)
  return { code: result.code ?? 0, text: `${result.stdout}${result.stderr}`.trim() }
}
