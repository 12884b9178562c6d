import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import {
  callIdentity,
  exchangeSession,
  signIn,
  signUp,
} from '../../../../tests/support/identity/sign-in.ts'
import { createApiClient } from '../../../../tests/support/shop/api-client.ts'
import { createCardClient } from '../../../../tests/support/shop/cards.ts'
import { getInbox } from '../../../../tests/support/shop/inbox.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import {
  buildBooking,
  placeOrder,
  placePaidOrder,
  startPayment,
} from '../../../../tests/support/shop/orders.ts'
import { addPart, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer, type TestUser } from '../../../../tests/support/shop/users.ts'
import { waitUntil } from '../../../../tests/support/wait-until.ts'

const shop = await startTestShop({ sandbox: true })
const cards = createCardClient(shop)
const admin = await addAdmin(shop)
const part = await addPart(shop, { stock: 10_000 })
afterAll(() => closeWithConsistentLedger(shop))

const deleteAccount = ({ call }: Pick<TestUser, 'call'>) => call('DELETE', '/api/account')

/** Signs up a user and exchanges the session for a token. */
async function signUpUser(about: object = {}) {
  const user = await signUp(shop, about)
  const { body } = await exchangeSession(shop, user.email, user.cookie)
  return { ...user, call: createApiClient(shop.url, body.token) }
}

/** Returns the tables that contain a text. */
async function findTablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(shop.db)
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql`select from ${sql.table(name)} t
        where position(lower(${text}) in lower(t::text)) > 0`.execute(shop.db)
      return rows.length > 0 ? [name] : []
    }),
  )
  return found.flat()
}

const listOpenOrders = ({ id }: TestUser) =>
  shop.db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', id)
    .where('cancelled_at', 'is', null)
    .execute()

test('keeps the orders of a deleted account without personal data', async () => {
  const user = await signUpUser({ name: 'Zebedee Quill' })
  await user.call('PUT', `/user/${user.email}`, {
    education: 'Quillmaking',
    phone: '+44 20 7946 0123',
    address: '7 Quill Mews',
  })
  const shipped = await placePaidOrder(user.call, cards, part)
  const { address, phone } = (await admin.call('GET', `/booking/${shipped}`)).body
  const delivery = { address: '8 Quill Mews', phone: '+44 1', seen: { address, phone } }
  await admin.call('PUT', `/api/orders/${shipped}/delivery`, delivery)
  await admin.call('PATCH', `/shipped/${shipped}`)
  const contact = { phone: '+44 20 7946 0123', address: '7 Quill Mews' }
  const unpaid = (await user.call('POST', '/booking', buildBooking(part, 20, contact))).body.result
  await user.call('POST', '/reviews', { comment: 'Rolls well', ratting: 5 })
  await user.call('PUT', '/api/own-numbers', { code: 'Quill-7', productId: part })
  await user.call('POST', '/api/lists', { name: 'Quill', lines: [] })
  const { _id: userId } = (await admin.call('GET', `/api/people/${user.email}`)).body.user
  for (const subject of [{ order: shipped }, { user: userId }])
    await admin.call('PUT', `/api/notes/${randomUUID()}`, { ...subject, text: 'Quill calls' })
  const before = await readStock(shop, part)

  expect((await deleteAccount(user)).body).toEqual({ deletedCount: 1 })

  expect((await readStock(shop, part)).reserved).toBe(before.reserved - 20)
  expect((await user.call('GET', '/api/account')).body.code).toBe('token_invalid')
  expect((await exchangeSession(shop, user.email, user.cookie)).status).toBe(401)
  for (const text of [user.email, 'Quill', '7946 0123', address])
    expect(await findTablesWith(text)).toEqual([])
  const order = (await admin.call('GET', `/booking/${shipped}`)).body
  expect(order).toMatchObject({
    name: 'Deleted customer',
    phone: '',
    address: '',
    status: 'Shipped',
  })
  expect(order.email).toMatch(/^deleted-[\w-]+@deleted\.invalid$/)
  const { cancelled_at } = await shop.db
    .selectFrom('orders')
    .select('cancelled_at')
    .where('id', '=', unpaid.insertedId)
    .executeTakeFirstOrThrow()
  expect(cancelled_at).not.toBeNull()
  const [review] = (await shop.call('GET', '/reviews?size=1')).body
  expect(review).toMatchObject({ name: 'Deleted customer', comment: 'Rolls well' })
  const { body: users } = await admin.call('GET', '/allUsers')
  expect(users.some(({ email }: { email: string }) => email === order.email)).toBe(false)
  expect((await admin.call('GET', `/allOrders?search=${user.email}`)).body).toEqual([])
})

test('lets a user sign up again with the email of a deleted account, without its old orders', async () => {
  const user = await signUpUser()
  const order = await placePaidOrder(user.call, cards, part)
  await admin.call('PATCH', `/shipped/${order}`)
  await deleteAccount(user)
  expect((await signIn(shop, user)).status).toBe(401)
  const again = await signUpUser({ email: user.email })
  expect(again.response.status).toBe(200)
  expect((await again.call('GET', `/myOrders?client=${user.email}`)).body).toEqual([])
  expect((await again.call('GET', `/booking/${order}`)).status).toBe(404)
})

test('requires a sign-in within the last fifteen minutes to delete the account', async () => {
  const user = await addCustomer(shop)
  await sql`update sessions set created_at = now() - interval '15 minutes'
    where id = ${user.sessionId}`.execute(shop.db)
  const { status, body } = await deleteAccount(user)
  expect([status, body.code]).toEqual([409, 'sign_in_too_old'])
  expect((await user.call('GET', '/api/account')).status).toBe(200)
})

test('deletes and cancels nothing while an order is paid but not shipped', async () => {
  const user = await addCustomer(shop)
  const unpaid = await placeOrder(user.call, part)
  const paid = await placePaidOrder(user.call, cards, part)
  const { status, body } = await deleteAccount(user)
  expect([status, body.code]).toEqual([409, 'orders_under_way'])
  for (const id of [unpaid, paid]) {
    expect((await user.call('GET', `/booking/${id}`)).status).toBe(200)
  }
  await admin.call('PATCH', `/shipped/${paid}`)
  expect((await deleteAccount(user)).status).toBe(200)
})

test('keeps the account while a payment is being processed', async () => {
  const user = await addCustomer(shop)
  await cards.setFaults({ holdProcessing: true })
  const id = await placeOrder(user.call, part)
  await cards.pay(await startPayment(user.call, id))
  expect((await deleteAccount(user)).body.code).toBe('payment_processing')
  await cards.releaseProcessing()
  expect((await deleteAccount(user)).body.code).toBe('orders_under_way')
  expect((await user.call('GET', `/booking/${id}`)).body.status).toBe('Paid')
  await admin.call('PATCH', `/shipped/${id}`)
})

test('cancels an order that is placed just before the account is deleted', async () => {
  const user = await addCustomer(shop)
  const [placed, removed] = await runInLockOrder(shop.db, lockRow('users', user.id), [
    () => user.call('POST', '/booking', buildBooking(part)),
    () => deleteAccount(user),
  ])
  expect([placed?.status, removed?.status]).toEqual([201, 200])
  expect(await listOpenOrders(user)).toEqual([])
})

test.each([
  ['an order', '/booking', () => buildBooking(part), {}],
  [
    'an order with an idempotency key',
    '/booking',
    () => buildBooking(part),
    { 'idempotency-key': 'a-key' },
  ],
  ['a review', '/reviews', () => ({ comment: 'Rolls well', ratting: 5 }), {}],
])('refuses %s while the account is being deleted', async (_, path, bodyOf, headers) => {
  const user = await addCustomer(shop)
  const [removed, added] = await runInLockOrder(shop.db, lockRow('users', user.id), [
    () => deleteAccount(user),
    () => user.call('POST', path, bodyOf(), headers),
  ])
  expect(removed?.status).toBe(200)
  expect([added?.status, added?.body.code]).toEqual([401, 'token_invalid'])
  const { rows } = await sql`select from orders where user_id = ${user.id}
    union all select from reviews where user_id = ${user.id}`.execute(shop.db)
  expect(rows).toEqual([])
})

test('deletes an account once for concurrent requests', async () => {
  const user = await addCustomer(shop)
  const responses = await runInLockOrder(shop.db, lockRow('users', user.id), [
    () => deleteAccount(user),
    () => deleteAccount(user),
  ])
  expect(responses.map(({ status }) => status)).toEqual([200, 401])
})

test('lets only one of the last two admins delete their account, and records the removed role', async () => {
  const other = await startTestShop()
  const [one, two] = [await addAdmin(other), await addAdmin(other)]
  const responses = await runInLockOrder(other.db, lockRow('users', one.id), [
    () => deleteAccount(one),
    () => deleteAccount(two),
  ])
  // Each deletion locks the admins twice, so either can win the second lock.
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const remaining = responses[0]?.status === 200 ? two : one
  expect((await deleteAccount(remaining)).body.code).toBe('last_admin')
  const { body } = await remaining.call('GET', '/api/role-changes')
  await other.close()
  expect(body).toHaveLength(1)
  expect(body[0].email).toMatch(/@deleted\.invalid$/)
})

test('sends at most five mails to one email address, even if its account is created and deleted repeatedly', async () => {
  const email = 'victim@example.com'
  for (let time = 0; time < 7; time++) {
    expect((await deleteAccount(await signUpUser({ email }))).status).toBe(200)
  }
  expect((await getInbox(shop).findJobs(email)).rows).toHaveLength(5)
})

test('refuses sign-in to a deleted account, by password or an earlier link', async () => {
  const user = await signUpUser()
  const { id } = await shop.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', user.email)
    .executeTakeFirstOrThrow()
  const links = async () =>
    (await sql`select from verifications where value = ${id}`.execute(shop.db)).rows.length
  await callIdentity(shop, '/request-password-reset', { email: user.email })
  await waitUntil('the link is made', async () => (await links()) > 0)
  await deleteAccount(user)
  expect(await links()).toBe(0)
  expect((await signIn(shop, user)).status).toBe(401)
})

test('returns the account with its sign-in methods', async () => {
  const user = await signUpUser({ name: 'Ada Lovelace' })
  expect((await user.call('GET', '/api/account')).body).toEqual({
    email: user.email,
    emailConfirmed: false,
    name: 'Ada Lovelace',
    photoURL: null,
    signInPhone: null,
    hasPassword: true,
    providers: [],
    passkeys: [],
    secondFactor: false,
    secondFactorDue: null,
    staffRightsPaused: null,
  })
})
