import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../tests/support/database/locks.ts'
import {
  callIdentity,
  exchangeSession,
  readCookies,
  signIn,
  signUp,
} from '../../../tests/support/identity/sign-in.ts'
import { startTestShop } from '../../../tests/support/shop/shop.ts'
import { addAdmin, addCustomer } from '../../../tests/support/shop/users.ts'

const shop = await startTestShop()
const admin = await addAdmin(shop)
await addAdmin(shop)
afterAll(() => shop.close())

const ban = (email: string, by = admin) =>
  by.call('PUT', `/api/users/${email}/ban`, { reason: 'Resells stolen wheels' })

test('refuses the next request of a banned user with user_banned', async () => {
  const customer = await addCustomer(shop)
  const readUser = () => customer.call('GET', `/user/${customer.email}`)
  expect((await readUser()).status).toBe(200)
  expect((await ban(customer.email.toUpperCase())).body).toEqual({ modifiedCount: 1 })
  expect([(await readUser()).status, (await readUser()).body.code]).toEqual([403, 'user_banned'])
  expect((await ban(customer.email)).body).toEqual({ modifiedCount: 0 })
})

test('refuses the session cookie and the sign-in of a banned user', async () => {
  const rider = await signUp(shop)
  await ban(rider.email)
  expect((await exchangeSession(shop, rider.email, rider.cookie)).status).toBe(401)
  const rename = await callIdentity(shop, '/update-user', { name: 'Me' }, { cookie: rider.cookie })
  expect(rename.status).toBe(401)
  const signedInAgain = await signIn(shop, rider)
  expect([signedInAgain.status, signedInAgain.body.code]).toEqual([403, 'USER_BANNED'])
  expect(readCookies(signedInAgain)).toBe('')
})

test('does not reveal a ban to a sign-in with a wrong password', async () => {
  const rider = await signUp(shop)
  await ban(rider.email)
  const guess = await signIn(shop, { ...rider, password: 'a guess' })
  expect([guess.status, guess.body.code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])
})

test.each(['before', 'after'])('ends a session that starts just %s the ban', async (when) => {
  const rider = await signUp(shop)
  const { id } = await shop.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', rider.email)
    .executeTakeFirstOrThrow()
  const requests = [() => signIn(shop, rider), () => ban(rider.email)]
  const responses = await runInLockOrder(
    shop.db,
    lockRow('users', id),
    when === 'before' ? requests : requests.toReversed(),
  )
  const signedIn = responses[when === 'before' ? 0 : 1] as (typeof responses)[number]
  expect(readCookies(signedIn)).not.toBe('')
  for (const cookie of [rider.cookie, readCookies(signedIn)]) {
    expect((await exchangeSession(shop, rider.email, cookie)).status).toBe(401)
  }
})

test('requires a new sign-in after a ban is lifted', async () => {
  const rider = await signUp(shop)
  const { token } = (await exchangeSession(shop, rider.email, rider.cookie)).body
  const readUser = () =>
    shop.call('GET', `/user/${rider.email}`, undefined, { authorization: `Bearer ${token}` })
  await ban(rider.email)
  expect((await readUser()).body.code).toBe('user_banned')
  const unban = () => admin.call('DELETE', `/api/users/${rider.email}/ban`)
  expect([(await unban()).body, (await unban()).body]).toEqual([
    { modifiedCount: 1 },
    { modifiedCount: 0 },
  ])
  expect((await readUser()).body.code).toBe('token_invalid')
  expect((await signIn(shop, rider)).status).toBe(200)
})

test('refuses the requests of a banned admin', async () => {
  const other = await addAdmin(shop)
  await ban(other.email)
  expect((await other.call('GET', '/allUsers')).body.code).toBe('user_banned')
  expect((await ban(admin.email, other)).status).toBe(403)
})

test('refuses to ban oneself or an unknown user, and a ban without a valid reason', async () => {
  expect((await ban(admin.email)).body.code).toBe('input_invalid')
  expect((await ban('nobody@example.com')).body.code).toBe('user_missing')
  expect((await admin.call('DELETE', '/api/users/nobody@example.com/ban')).status).toBe(404)
  const customer = await addCustomer(shop)
  const path = `/api/users/${customer.email}/ban`
  for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(201) }]) {
    expect((await admin.call('PUT', path, body)).status).toBe(400)
  }
})

test('refuses control characters in the reason of a ban', async () => {
  const path = `/api/users/${(await addCustomer(shop)).email}/ban`
  const { status, body } = await admin.call('PUT', path, { reason: 'a\u0000b' })
  expect([status, body.errors]).toEqual([400, { reason: 'Control characters are not allowed.' }])
})

test('lets only one of two admins ban the other', async () => {
  const other = await startTestShop()
  const [one, two] = [await addAdmin(other), await addAdmin(other)]
  const responses = await runInLockOrder(other.db, lockRow('users', one.id), [
    () => ban(two.email, one),
    () => ban(one.email, two),
  ])
  const adminsLeft = await other.db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('banned_at', 'is', null)
    .execute()
  await other.close()
  expect(adminsLeft).toEqual([{ email: one.email }])
  expect(responses.map(({ status }) => status)).toEqual([200, 409])
})
