import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockRow, queueForLock } from '../../../tests/support/database/locks.ts'
import {
  askIdentity,
  cookieOf,
  exchange,
  signIn,
  signUp,
} from '../../../tests/support/identity/sign-in.ts'
import { addAdmin, addCustomer, type Person } from '../../../tests/support/shop/people.ts'
import { startTestShop, type TestShop } from '../../../tests/support/shop/shop.ts'

let shop: TestShop
let admin: Person

beforeAll(async () => {
  shop = await startTestShop()
  admin = await addAdmin(shop)
  await addAdmin(shop)
})
afterAll(() => shop.close())

const ban = (email: string, by = admin) =>
  by.call('PUT', `/api/users/${email}/ban`, { reason: 'Resells stolen wheels' })

test('whoever is banned is out with the next request, and told why his token does not count', async () => {
  const customer = await addCustomer(shop)
  const look = () => customer.call('GET', `/user/${customer.email}`)
  expect((await look()).status).toBe(200)
  expect((await ban(customer.email.toUpperCase())).body).toEqual({ modifiedCount: 1 })
  expect([(await look()).status, (await look()).body.code]).toEqual([403, 'user_banned'])
  expect((await ban(customer.email)).body).toEqual({ modifiedCount: 0 })
})

test('a banned person’s cookie opens nothing, and he cannot sign in again', async () => {
  const rider = await signUp(shop)
  await ban(rider.email)
  expect((await exchange(shop, rider.email, rider.cookie)).status).toBe(401)
  const rename = await askIdentity(shop, '/update-user', { name: 'Me' }, { cookie: rider.cookie })
  expect(rename.status).toBe(401)
  const again = await signIn(shop, rider)
  expect([again.status, again.body.code]).toEqual([403, 'USER_BANNED'])
  expect(cookieOf(again)).toBe('')
})

test('to who does not know the password, a ban looks like any wrong password', async () => {
  const rider = await signUp(shop)
  await ban(rider.email)
  const guess = await signIn(shop, { ...rider, password: 'a guess' })
  expect([guess.status, guess.body.code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])
})

test.each(['before', 'after'])('ends a session that is opened just %s the ban', async (when) => {
  const rider = await signUp(shop)
  const { id } = await shop.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', rider.email)
    .executeTakeFirstOrThrow()
  const both = [() => signIn(shop, rider), () => ban(rider.email)]
  const answers = await queueForLock(
    shop.db,
    lockRow('users', id),
    when === 'before' ? both : both.toReversed(),
  )
  const signedIn = answers[when === 'before' ? 0 : 1] as (typeof answers)[number]
  expect(cookieOf(signedIn)).not.toBe('')
  for (const cookie of [rider.cookie, cookieOf(signedIn)]) {
    expect((await exchange(shop, rider.email, cookie)).status).toBe(401)
  }
})

test('who is let in again signs in anew, and what he had open before stays shut', async () => {
  const rider = await signUp(shop)
  const { token } = (await exchange(shop, rider.email, rider.cookie)).body
  const look = () =>
    shop.visit('GET', `/user/${rider.email}`, undefined, { authorization: `Bearer ${token}` })
  await ban(rider.email)
  expect((await look()).body.code).toBe('user_banned')
  const lift = () => admin.call('DELETE', `/api/users/${rider.email}/ban`)
  expect([(await lift()).body, (await lift()).body]).toEqual([
    { modifiedCount: 1 },
    { modifiedCount: 0 },
  ])
  expect((await look()).body.code).toBe('token_invalid')
  expect((await signIn(shop, rider)).status).toBe(200)
})

test('an admin who is banned is none any more, whatever token he holds', async () => {
  const other = await addAdmin(shop)
  await ban(other.email)
  expect((await other.call('GET', '/allUsers')).body.code).toBe('user_banned')
  expect((await ban(admin.email, other)).status).toBe(403)
})

test('nobody bans himself, or somebody who is not there, or without a reason', async () => {
  expect((await ban(admin.email)).body.code).toBe('input_invalid')
  expect((await ban('nobody@example.com')).body.code).toBe('user_missing')
  expect((await admin.call('DELETE', '/api/users/nobody@example.com/ban')).status).toBe(404)
  const customer = await addCustomer(shop)
  const path = `/api/users/${customer.email}/ban`
  for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(201) }]) {
    expect((await admin.call('PUT', path, body)).status).toBe(400)
  }
})

test('rejects control characters in the reason of a ban', async () => {
  const path = `/api/users/${(await addCustomer(shop)).email}/ban`
  const { status, body } = await admin.call('PUT', path, { reason: 'a\u0000b' })
  expect([status, body.errors]).toEqual([400, { reason: 'Leave out control characters.' }])
})

test('lets only the first of two admins ban the other', async () => {
  const other = await startTestShop()
  const [one, two] = [await addAdmin(other), await addAdmin(other)]
  const answers = await queueForLock(other.db, lockRow('users', one.id), [
    () => ban(two.email, one),
    () => ban(one.email, two),
  ])
  const left = await other.db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('banned_at', 'is', null)
    .execute()
  await other.close()
  expect(left).toEqual([{ email: one.email }])
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
})
