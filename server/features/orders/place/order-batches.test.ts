import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { runInLockOrder } from '../../../../tests/support/database/locks.ts'
import { countOutcomes } from '../../../../tests/support/shop/api-client.ts'
import { closeWithConsistentLedger } from '../../../../tests/support/shop/ledger.ts'
import { buildBooking } from '../../../../tests/support/shop/orders.ts'
import { addPart, addParts, readStock } from '../../../../tests/support/shop/parts.ts'
import { startTestShop } from '../../../../tests/support/shop/shop.ts'
import { addUsers, type TestUser } from '../../../../tests/support/shop/users.ts'
import { createTermsCache } from '../../catalog/parts/part-terms.ts'
import { hashToken } from '../../identity/guards.ts'
import { createOrderBatches, type SimpleOrder } from './order-batches.ts'
import { placeOrderInBatch } from './place-order.ts'

const shop = await startTestShop({ settings: { UNPAID_ORDERS_MAX: '3' } })
const placeSimpleOrder = createOrderBatches(shop.db, shop.config)
afterAll(() => closeWithConsistentLedger(shop))

async function addTrustedCustomers(count: number): Promise<TestUser[]> {
  const users = await addUsers(shop, count)
  const ids = users.map(({ id }) => id)
  await shop.db
    .updateTable('users')
    .set({ trusted_at: new Date() })
    .where('id', 'in', ids)
    .execute()
  return users
}

const buildOrder = (
  { token }: TestUser,
  part: string,
  overrides: Partial<SimpleOrder> = {},
): SimpleOrder => ({
  id: randomUUIDv7(),
  event: randomUUIDv7(),
  token: `\\x${hashToken(token).toString('hex')}`,
  phone: '1',
  address: 'Here',
  reference: '',
  key: undefined,
  hash: undefined,
  part,
  quantity: 10,
  price: 250,
  terms: 0,
  ...overrides,
})

/** Returns whether each order was placed. Orders of one call form one batch. */
async function placeTogether(orders: SimpleOrder[]): Promise<boolean[]> {
  const placed = await Promise.all(orders.map(placeSimpleOrder))
  return placed.map((order) => order !== undefined)
}

test('places orders of several customers and parts in one transaction', async () => {
  const customers = await addTrustedCustomers(4)
  const [one, two] = (await addParts(shop, 2)) as [string, string]
  const hash = `\\x${'ab'.repeat(32)}`
  const orders = customers.map((customer, n) =>
    buildOrder(customer, n < 3 ? one : two, { key: randomUUID(), hash, reference: `PO ${n}` }),
  )
  expect(await placeTogether(orders)).toEqual([true, true, true, true])
  expect([(await readStock(shop, one)).reserved, (await readStock(shop, two)).reserved]).toEqual([
    30, 10,
  ])
  const { rows } = await sql<{ transactions: number }>`
    select count(distinct xmin::text) as transactions from orders
    where id = any (${orders.map(({ id }) => id)}::uuid[])`.execute(shop.db)
  expect(rows).toEqual([{ transactions: 1 }])
  for (const [n, { id }] of orders.entries()) {
    const { body } = await (customers[n] as TestUser).call('GET', `/api/orders/${id}`)
    expect(body).toMatchObject({
      reference: `PO ${n}`,
      lines: [{ quantity: 10, unitPriceCents: 250 }],
    })
  }
})

test('reads only the users of a batch and their orders, although its plan was made when there were few rows', async () => {
  const customers = await addTrustedCustomers(5)
  const [other, ...batch] = customers as [TestUser, ...TestUser[]]
  const part = await addPart(shop)
  const tx = await shop.db.startTransaction().execute()
  const place = createOrderBatches(tx, shop.config)
  const placeForAll = async (users: TestUser[]) => {
    const placed = await Promise.all(users.map((user) => place(buildOrder(user, part))))
    expect(placed).not.toContain(undefined)
  }
  const addOrders = (count: number) =>
    sql`insert into orders (id, user_id, email, name, phone, address, total_cents, reserved_until)
      select gen_random_uuid(), ${other.id}, 'x', 'x', 'x', 'x', 100, now()
      from generate_series(1, ${count}::integer)`.execute(tx)
  await addOrders(50)
  await sql`analyze users, orders, sessions, access_tokens`.execute(tx)
  await placeForAll(batch.slice(0, 2))
  await addOrders(2000)
  await sql`insert into users (id, name, email)
    select gen_random_uuid(), 'Many', n || '@many.test' from generate_series(1, 2000) n`.execute(tx)
  await sql`insert into sessions (id, user_id, token, expires_at)
    select id, id, email, now() + interval '1 day' from users where name = 'Many'`.execute(tx)
  await sql`insert into access_tokens (token_hash, session_id, expires_at)
    select sha256(id::text::bytea), id, expires_at from sessions where id = user_id`.execute(tx)
  const countReadRows = async () => {
    const { rows } = await sql<{ count: number }>`
      select sum(idx_tup_fetch + seq_tup_read)::integer as count from pg_stat_xact_user_tables
      where relname in ('users', 'orders', 'sessions', 'access_tokens')`.execute(tx)
    return rows[0]?.count ?? Number.NaN
  }
  const before = await countReadRows()
  await placeForAll(batch.slice(2))
  expect((await countReadRows()) - before).toBeLessThan(200)
  await tx.rollback().execute()
})

test('places one order a customer, and leaves out new customers, old terms, too little stock and used keys', async () => {
  const [limited] = (await addUsers(shop, 1)) as [TestUser]
  const [ordinary, twice, stale, short, keyed] = (await addTrustedCustomers(5)) as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ]
  const [part, few] = [await addPart(shop), await addPart(shop, { stock: 15 })]
  const key = randomUUID()
  const hash = '\\xab'
  expect(await placeTogether([buildOrder(keyed, part, { key, hash })])).toEqual([true])
  const placed = await placeTogether([
    buildOrder(limited, part),
    buildOrder(ordinary, part),
    buildOrder(twice, part),
    buildOrder(twice, part),
    buildOrder(stale, part, { terms: 1 }),
    buildOrder(short, few, { quantity: 16 }),
    buildOrder(keyed, part, { key, hash }),
  ])
  expect(placed.filter((_, n) => n !== 2 && n !== 3)).toEqual([false, true, false, false, false])
  expect([placed[2], placed[3]].filter(Boolean)).toEqual([true])
  expect((await readStock(shop, part)).reserved).toBe(30)
  expect((await readStock(shop, few)).reserved).toBe(0)
})

test('leaves out customers whose token, session, ban, email or account does not allow an order', async () => {
  const customers = await addTrustedCustomers(7)
  const [valid, token, session, banned, unconfirmed, deleted, signedOut] = customers as [
    TestUser,
    TestUser,
    TestUser,
    TestUser,
    TestUser,
    TestUser,
    TestUser,
  ]
  await sql`update access_tokens set expires_at = now() where session_id = ${token.sessionId}`.execute(
    shop.db,
  )
  await sql`update sessions set expires_at = now() where id = ${session.sessionId}`.execute(shop.db)
  await sql`update users set banned_at = now(), ban_reason = 'spam' where id = ${banned.id}`.execute(
    shop.db,
  )
  await sql`update users set email_verified = false where id = ${unconfirmed.id}`.execute(shop.db)
  await sql`update users set deleted_at = now() where id = ${deleted.id}`.execute(shop.db)
  await sql`delete from sessions where id = ${signedOut.sessionId}`.execute(shop.db)
  const part = await addPart(shop)
  const placed = await Promise.all(
    customers.map((user) => placeSimpleOrder(buildOrder(user, part))),
  )
  expect(placed.map((order) => order?.customerId)).toEqual([valid.id, ...Array(6).fill(undefined)])
  expect((await readStock(shop, part)).reserved).toBe(10)
})

test('leaves out an order of a part whose terms are not cached', async () => {
  const [customer] = (await addTrustedCustomers(1)) as [TestUser]
  const order = buildBooking(await addPart(shop))
  expect(await placeInBatch(customer, order, createTermsCache())).toBeUndefined()
})

function placeInBatch(
  { token }: TestUser,
  order: ReturnType<typeof buildBooking>,
  terms: ReturnType<typeof createTermsCache>,
) {
  const { db, config } = shop
  const deps = { db, config, terms, placeSimpleOrder, outbox: { notify() {} }, partsChanged() {} }
  return placeOrderInBatch(deps, hashToken(token), order, undefined)
}

test('rolls back the whole batch if the database refuses the values of one order', async () => {
  const [one, two] = (await addTrustedCustomers(2)) as [TestUser, TestUser]
  const part = await addPart(shop)
  const orders = [buildOrder(one, part), buildOrder(two, part, { price: 1, quantity: 1 })]
  expect(await placeTogether(orders)).toEqual([false, false])
  expect((await readStock(shop, part)).reserved).toBe(0)
})

test('sells at most the stock, and accepts at most the limit of unpaid orders', async () => {
  const customers = await addTrustedCustomers(12)
  const part = await addPart(shop, { stock: 80 })
  const order = ({ call }: TestUser) => call('POST', '/booking', buildBooking(part))
  expect(countOutcomes(await Promise.all(customers.map(order)))).toEqual({
    '201': 8,
    quantity_above_available: 4,
  })
  expect(await readStock(shop, part)).toEqual({ onHand: 80, reserved: 80 })
  const [customer] = (await addTrustedCustomers(1)) as [TestUser]
  const parts = await addParts(shop, 5)
  const responses = parts.map((id) => customer.call('POST', '/booking', buildBooking(id)))
  expect(countOutcomes(await Promise.all(responses))).toEqual({
    '201': 3,
    unpaid_orders_too_many: 2,
  })
})

test('does not delay an order while the row of another customer or part is locked', async () => {
  const [locked, other, free] = (await addTrustedCustomers(3)) as [TestUser, TestUser, TestUser]
  const [lockedPart, part] = [await addPart(shop), await addPart(shop)]
  const order = ({ call }: TestUser, id: string) => call('POST', '/booking', buildBooking(id))
  const responses = await runInLockOrder(
    shop.db,
    (tx) =>
      sql`with customer as (select from users where id = ${locked.id} for update)
        select from parts, customer where id = ${lockedPart} for update of parts`.execute(tx),
    [
      () => order(locked, part),
      async () => {
        const waiting = order(other, lockedPart)
        expect((await order(free, part)).status).toBe(201)
        return waiting
      },
    ],
  )
  expect(countOutcomes(responses)).toEqual({ '201': 2 })
})
