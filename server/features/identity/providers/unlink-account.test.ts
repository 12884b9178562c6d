import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockRow, queueForLock } from '../../../../tests/support/database/locks.ts'
import { addSignedIn } from '../../../../tests/support/identity/session-cookie.ts'
import { askIdentity } from '../../../../tests/support/identity/sign-in.ts'
import { tally } from '../../../../tests/support/shop/calls.ts'
import { startTestShop, type TestShop } from '../../../../tests/support/shop/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

/** Somebody who came by Google and has linked Github. */
async function addLinked() {
  const person = await addSignedIn(shop)
  const accounts = ['google', 'github'].map((provider_id) => ({
    id: randomUUIDv7(),
    user_id: person.id,
    provider_id,
    account_id: randomUUIDv7(),
    password: null,
  }))
  await shop.db.insertInto('accounts').values(accounts).execute()
  const unlink = (accountId: unknown) =>
    askIdentity(shop, '/unlink-account', { accountId }, { cookie: person.cookie })
  return { ...person, unlink, ids: accounts.map(({ id }) => id) as [string, string] }
}

const accountsOf = (userId: string) =>
  shop.db.selectFrom('accounts').select('id').where('user_id', '=', userId).execute()

test('who unlinks both at the same moment, again and again, keeps one', async () => {
  const { id, unlink, ids } = await addLinked()
  const answers = await queueForLock(
    shop.db,
    lockRow('users', id),
    [...ids, ...ids].map((account) => () => unlink(account)),
  )
  expect(tally(answers)).toEqual({ 200: 1, FAILED_TO_UNLINK_LAST_ACCOUNT: 3 })
  expect(await accountsOf(id)).toHaveLength(1)
  const { rows } = await sql`select data ->> 'what' as what from pgboss.job
    where data ->> 'userId' = ${id}`.execute(shop.db)
  expect(rows).toEqual([{ what: 'provider-unlinked' }])
})

test('refuses to unlink another user’s account, or with an old sign-in', async () => {
  const [mine, others] = [await addLinked(), await addLinked()]
  for (const accountId of ['x', { id: 1 }, null]) {
    expect((await mine.unlink(accountId)).body.code).toBe('input_invalid')
  }
  for (const accountId of [others.ids[0], randomUUID()]) {
    expect((await mine.unlink(accountId)).body.code).toBe('ACCOUNT_NOT_FOUND')
  }
  await sql`update sessions set created_at = now() - interval '16 minutes'
    where user_id = ${mine.id}`.execute(shop.db)
  expect((await mine.unlink(mine.ids[0])).body.code).toBe('SESSION_NOT_FRESH')
  expect(await accountsOf(others.id)).toHaveLength(2)
  expect(await accountsOf(mine.id)).toHaveLength(2)
})
