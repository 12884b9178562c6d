import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { enableSecondFactor } from '../../../tests/support/identity/second-factor.ts'
import { addUserWithCookie } from '../../../tests/support/identity/session-cookie.ts'
import { exchangeSession } from '../../../tests/support/identity/sign-in.ts'
import { createApiClient } from '../../../tests/support/shop/api-client.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../tests/support/shop/users.ts'

const GRACE_DAYS = 14

const shop = await startTestShop({
  settings: {
    ADMIN_SECOND_FACTOR: 'required',
    ADMIN_SECOND_FACTOR_GRACE_DAYS: String(GRACE_DAYS),
  },
})
afterAll(() => shop.close())

const setPromotion = ({ id }: TestUser, daysAgo: number) =>
  sql`update users set admin_since = now() - make_interval(hours => ${24 * daysAgo})
    where id = ${id}`.execute(shop.db)

const isAdmin = async ({ call, email }: TestUser) =>
  (await call('GET', `/user/admin/${email}`)).body.admin

const readDuties = async ({ call }: TestUser) => {
  const { secondFactorDue, staffRightsPaused } = (await call('GET', '/api/account')).body
  return { secondFactorDue, staffRightsPaused }
}

test('gives a new admin the grace period before the second factor is required', async () => {
  const admin = await addAdmin(shop)
  expect((await admin.call('GET', '/allOrders')).status).toBe(200)
  expect(await isAdmin(admin)).toBe(true)
  const { secondFactorDue, staffRightsPaused } = await readDuties(admin)
  expect(staffRightsPaused).toBeNull()
  const days = (Date.parse(secondFactorDue) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(GRACE_DAYS)
})

test('gives an admin without a second factor only customer rights after the grace period', async () => {
  const admin = await addAdmin(shop)
  await setPromotion(admin, GRACE_DAYS)
  const { status, body } = await admin.call('GET', '/allOrders')
  expect([status, body.code]).toEqual([403, 'role_insufficient'])
  expect((await admin.call('GET', `/user/admin/${admin.email}`)).body).toEqual({
    admin: false,
    paused: true,
  })
  expect((await admin.call('GET', `/myOrders?client=${admin.email}`)).status).toBe(200)
  const other = await addCustomer(shop)
  expect((await admin.call('GET', `/user/${other.email}`)).body.code).toBe('email_foreign')
  expect((await readDuties(admin)).staffRightsPaused).toBe('second_factor_off')
})

test('restores admin rights as soon as the second factor is enabled', async () => {
  const admin = await addUserWithCookie(shop, { role: 'admin' })
  await setPromotion(admin, GRACE_DAYS + 1)
  expect(await isAdmin(admin)).toBe(false)
  const { cookie } = await enableSecondFactor(shop, admin.cookie)
  const { token } = (await exchangeSession(shop, admin.email, cookie)).body
  expect((await createApiClient(shop.url, token)('GET', '/allOrders')).status).toBe(200)
})

test('pauses the rights again when the second factor is turned off', async () => {
  const admin = await addAdmin(shop)
  await setPromotion(admin, GRACE_DAYS + 1)
  const setFactor = (on: boolean) =>
    sql`update users set two_factor_enabled = ${on} where id = ${admin.id}`.execute(shop.db)
  await setFactor(true)
  expect(await isAdmin(admin)).toBe(true)
  expect(await readDuties(admin)).toEqual({ secondFactorDue: null, staffRightsPaused: null })
  await setFactor(false)
  expect(await isAdmin(admin)).toBe(false)
})

test('does not require a second factor from customers', async () => {
  const customer = await addCustomer(shop)
  expect(await readDuties(customer)).toEqual({ secondFactorDue: null, staffRightsPaused: null })
})

test('restarts the grace period each time a user becomes an admin', async () => {
  const [admin, customer] = [await addAdmin(shop), await addCustomer(shop)]
  await admin.call('PUT', `/user/admin/${customer.email}`)
  await setPromotion(customer, GRACE_DAYS)
  expect(await isAdmin(customer)).toBe(false)
  await admin.call('DELETE', `/user/admin/${customer.email}`)
  const { admin_since } = await shop.db
    .selectFrom('users')
    .select('admin_since')
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow()
  expect(admin_since).toBeNull()
  await admin.call('PUT', `/user/admin/${customer.email}`)
  expect(await isAdmin(customer)).toBe(true)
})

test('lets an admin demote themselves while the rights of the only other admin are paused', async () => {
  const [leaving, paused] = [await addAdmin(shop), await addAdmin(shop)]
  await setPromotion(paused, GRACE_DAYS + 1)
  await sql`update users set role = 'customer'
    where role = 'admin' and id not in (${leaving.id}, ${paused.id})`.execute(shop.db)
  const { body } = await leaving.call('DELETE', `/user/admin/${leaving.email}`)
  expect(body).toEqual({ modifiedCount: 1 })
})

test('does not require a second factor from admins if it is optional', async () => {
  const optionalShop = await startTestShop()
  const admin = await addAdmin(optionalShop)
  await sql`update users set admin_since = '2001-01-01' where id = ${admin.id}`.execute(
    optionalShop.db,
  )
  expect((await admin.call('GET', '/allOrders')).status).toBe(200)
  const { secondFactorDue, staffRightsPaused } = (await admin.call('GET', '/api/account')).body
  expect([secondFactorDue, staffRightsPaused]).toEqual([null, null])
  await optionalShop.close()
})
