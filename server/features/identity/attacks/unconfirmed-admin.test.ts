import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { exchangeSession, signUp } from '../../../../tests/support/identity/sign-in.ts'
import { createApiClient } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, confirmEmail } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

async function signUpUnconfirmed() {
  const user = await signUp(shop, { email: `colleague-${randomUUID()}@company.example` })
  const { token } = (await exchangeSession(shop, user.email, user.cookie)).body
  return { email: user.email, call: createApiClient(shop.url, token) }
}

test('refuses to promote a user whose email is not confirmed', async () => {
  const user = await signUpUnconfirmed()
  const { status, body } = await admin.call('PUT', `/user/admin/${user.email}`)
  expect([status, body.code]).toEqual([409, 'email_not_confirmed'])
  expect((await user.call('GET', '/allOrders')).status).toBe(403)
  expect((await user.call('GET', `/user/admin/${user.email}`)).body.admin).toBe(false)
  const changes = (await admin.call('GET', '/api/role-changes')).body
  expect(changes).not.toContainEqual(expect.objectContaining({ email: user.email }))
})

test('pauses the rights of an admin until the email is confirmed', async () => {
  const user = await signUpUnconfirmed()
  await sql`update users set role = 'admin' where email = ${user.email}`.execute(shop.db)
  expect((await user.call('GET', '/allOrders')).status).toBe(403)
  expect((await user.call('GET', `/user/admin/${user.email}`)).body.admin).toBe(false)
  expect((await user.call('GET', '/api/account')).body.staffRightsPaused).toBe(
    'email_not_confirmed',
  )
  await confirmEmail(shop, user.email)
  expect((await user.call('GET', '/allOrders')).status).toBe(200)
  expect((await user.call('GET', '/api/account')).body.staffRightsPaused).toBe(null)
})

test('shows staff which users have an unconfirmed email', async () => {
  const { email } = await signUpUnconfirmed()
  const find = async () => (await admin.call('GET', `/allUsers?search=${email}`)).body[0]
  expect(await find()).toMatchObject({ email, emailConfirmed: false })
  await confirmEmail(shop, email)
  expect(await find()).toMatchObject({ email, emailConfirmed: true })
})

test('does not count an unconfirmed admin as a remaining admin', async () => {
  await sql`update users set role = 'customer' where id <> ${admin.id}`.execute(shop.db)
  await addAdmin(shop, { emailConfirmed: false })
  const { body } = await admin.call('DELETE', `/user/admin/${admin.email}`)
  expect(body.code).toBe('last_admin')
})
