import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import {
  addUserWithCookie,
  createSessionCookie,
} from '../../../../tests/support/identity/session-cookie.ts'
import { exchangeSession } from '../../../../tests/support/identity/sign-in.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addAdmin } from '../../../../tests/support/shop/users.ts'

const shop = await startTestShop()
afterAll(() => shop.close())

test('keeps one admin when two admins delete their accounts and demote each other concurrently', async () => {
  const [first, second] = [await addAdmin(shop), await addAdmin(shop)]
  await sql`update users set role = 'customer' where role = 'admin'
    and id not in (${first.id}, ${second.id})`.execute(shop.db)
  await runInLockOrder(shop.db, lockRow('users', first.id), [
    () => first.call('DELETE', '/api/account'),
    () => first.call('DELETE', `/user/admin/${second.email}`),
    () => second.call('DELETE', '/api/account'),
    () => second.call('DELETE', `/user/admin/${first.email}`),
  ])
  const { rows } = await sql`select from users where role = 'admin' and deleted_at is null`.execute(
    shop.db,
  )
  expect(rows).toHaveLength(1)
})

test('ends the sessions and cookies of a banned user immediately', async () => {
  const [admin, user] = [await addAdmin(shop), await addUserWithCookie(shop)]
  const banned = await admin.call('PUT', `/api/users/${user.email}/ban`, { reason: 'Why not' })
  expect(banned.status).toBe(200)
  expect((await user.call('GET', '/api/account')).body.code).toBe('user_banned')
  expect((await exchangeSession(shop, user.email, user.cookie)).status).toBe(401)
  // A newly signed cookie of the ended session does not work either.
  expect(
    (await exchangeSession(shop, user.email, await createSessionCookie(shop, user))).status,
  ).toBe(401)
})
