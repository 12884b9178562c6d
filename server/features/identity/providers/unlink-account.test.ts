import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { lockRow, runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { addUserWithCookie } from '../../../../tests/support/identity/session-cookie.ts'
import { callIdentity } from '../../../../tests/support/identity/sign-in.ts'
import { countOutcomes } from '../../../../tests/support/shop/api-client.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'

const shop = await startTestShop()
afterAll(() => shop.close())

/** Adds a user with linked accounts at Google and GitHub. */
async function addLinked() {
  const user = await addUserWithCookie(shop)
  const accounts = ['google', 'github'].map((provider_id) => ({
    id: randomUUIDv7(),
    user_id: user.id,
    provider_id,
    account_id: randomUUIDv7(),
    password: null,
  }))
  await shop.db.insertInto('accounts').values(accounts).execute()
  const unlink = (accountId: unknown) =>
    callIdentity(shop, '/unlink-account', { accountId }, { cookie: user.cookie })
  return { ...user, unlink, ids: accounts.map(({ id }) => id) as [string, string] }
}

const listAccounts = (userId: string) =>
  shop.db.selectFrom('accounts').select('id').where('user_id', '=', userId).execute()

test('keeps the last account after concurrent unlink requests', async () => {
  const { id, unlink, ids } = await addLinked()
  const responses = await runInLockOrder(
    shop.db,
    lockRow('users', id),
    [...ids, ...ids].map((account) => () => unlink(account)),
  )
  expect(countOutcomes(responses)).toEqual({ 200: 1, FAILED_TO_UNLINK_LAST_ACCOUNT: 3 })
  expect(await listAccounts(id)).toHaveLength(1)
  const { rows } = await sql`select data ->> 'what' as what from pgboss.job
    where data ->> 'userId' = ${id}`.execute(shop.db)
  expect(rows).toEqual([{ what: 'provider-unlinked' }])
})

test('does not remove the password', async () => {
  const { id, unlink } = await addLinked()
  const password = { id: randomUUIDv7(), user_id: id, provider_id: 'credential', account_id: id }
  await shop.db
    .insertInto('accounts')
    .values({ ...password, password: 'hash' })
    .execute()
  expect((await unlink(password.id)).body.code).toBe('ACCOUNT_NOT_FOUND')
  expect(await listAccounts(id)).toHaveLength(3)
})

test('refuses to unlink another user’s account, and requires a fresh sign-in', async () => {
  const [user, otherUser] = [await addLinked(), await addLinked()]
  for (const accountId of ['x', { id: 1 }, null]) {
    expect((await user.unlink(accountId)).body.code).toBe('input_invalid')
  }
  for (const accountId of [otherUser.ids[0], randomUUID()]) {
    expect((await user.unlink(accountId)).body.code).toBe('ACCOUNT_NOT_FOUND')
  }
  await sql`update sessions set created_at = now() - interval '16 minutes'
    where user_id = ${user.id}`.execute(shop.db)
  expect((await user.unlink(user.ids[0])).body.code).toBe('SESSION_NOT_FRESH')
  expect(await listAccounts(otherUser.id)).toHaveLength(2)
  expect(await listAccounts(user.id)).toHaveLength(2)
})
