import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { exchange, signUp } from '../../../../tests/support/identity/sign-in.ts'
import { callsOf } from '../../../../tests/support/shop/calls.ts'
import { addAdmin, type Person } from '../../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
})
afterEach(() => sql`delete from rate_limits`.execute(shop.db))
afterAll(() => shop.close())

async function signUpAsColleague() {
  const stranger = await signUp(shop, { email: `colleague-${randomUUID()}@company.example` })
  const { token } = (await exchange(shop, stranger.email, stranger.cookie)).body
  return { email: stranger.email, call: callsOf(shop.url, token) }
}

const confirm = (email: string) =>
  sql`update users set email_verified = true where email = ${email}`.execute(shop.db)

test('a stranger signs up with a colleague’s address and an admin promotes it', async () => {
  const stranger = await signUpAsColleague()
  const { status, body } = await admin.call('PUT', `/user/admin/${stranger.email}`)
  expect([status, body.code]).toEqual([409, 'email_not_confirmed'])
  expect((await stranger.call('GET', '/allOrders')).status).toBe(403)
  expect((await stranger.call('GET', `/user/admin/${stranger.email}`)).body.admin).toBe(false)
  const changes = (await admin.call('GET', '/api/role-changes')).body
  expect(changes).not.toContainEqual(expect.objectContaining({ email: stranger.email }))
})

test('an address that was promoted before it was confirmed has no rights until it is', async () => {
  const stranger = await signUpAsColleague()
  await sql`update users set role = 'admin' where email = ${stranger.email}`.execute(shop.db)
  expect((await stranger.call('GET', '/allOrders')).status).toBe(403)
  expect((await stranger.call('GET', `/user/admin/${stranger.email}`)).body.admin).toBe(false)
  expect((await stranger.call('GET', '/api/account')).body.staffRightsPaused).toBe(
    'email_not_confirmed',
  )
  await confirm(stranger.email)
  expect((await stranger.call('GET', '/allOrders')).status).toBe(200)
  expect((await stranger.call('GET', '/api/account')).body.staffRightsPaused).toBe(null)
})

test('staff see which users have not confirmed their e-mail', async () => {
  const { email } = await signUpAsColleague()
  const find = async () => (await admin.call('GET', `/allUsers?search=${email}`)).body[0]
  expect(await find()).toMatchObject({ email, emailConfirmed: false })
  await confirm(email)
  expect(await find()).toMatchObject({ email, emailConfirmed: true })
})

test('an unconfirmed admin does not count as the other admin of the last one', async () => {
  await sql`update users set role = 'customer' where id <> ${admin.id}`.execute(shop.db)
  await addAdmin(shop, { emailConfirmed: false })
  const { body } = await admin.call('DELETE', `/user/admin/${admin.email}`)
  expect(body.code).toBe('last_admin')
})
