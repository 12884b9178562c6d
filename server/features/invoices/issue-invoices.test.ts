import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { brokenRules } from '../../../tests/support/shop/books.ts'
import { connect } from '../../platform/database/connections/connect.ts'
import { issueInvoices } from './issue-invoices.ts'
import { readIssued } from './read-issued.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let one: ReturnType<typeof connect>
let customer: string

beforeAll(async () => {
  database = await createTestDatabase()
  one = connect(database.databaseUrl, () => {})
  customer = randomUUIDv7()
  await one.db
    .insertInto('users')
    .values({ id: customer, name: 'Ada', email: 'ada@dealer.example', image: null })
    .execute()
})
afterAll(async () => {
  await one.db.destroy()
  await database.drop()
})
beforeEach(() =>
  sql`truncate invoices, invoices_due, orders cascade;
  update invoice_counter set last = 0`.execute(one.db),
)

/** Orders that were paid so many minutes ago. Their books are whole but for parts and payments. */
async function addPaid(...minutesAgo: number[]): Promise<string[]> {
  const ids = minutesAgo.map(() => randomUUIDv7())
  await one.db
    .insertInto('orders')
    .values(
      minutesAgo.map((minutes, place) => ({
        id: ids[place] as string,
        user_id: customer,
        email: 'ada@dealer.example',
        name: 'Ada',
        phone: '1',
        address: 'Here',
        total_cents: 100,
        reserved_until: new Date(),
        paid_at: new Date(Date.now() - minutes * 60_000),
        transaction_id: `pi_${ids[place]}`,
      })),
    )
    .execute()
  return ids
}

const refund = (id: string) =>
  sql`update orders set refund_began_at = now(), refunded_at = now(), cancelled_at = now(),
    cancellation_began_at = now() where id = ${id}`.execute(one.db)

async function given() {
  const rows = await one.db.selectFrom('invoices').selectAll().orderBy('number').execute()
  return rows.map(({ number, order_id, kind }) => [number, order_id, kind])
}

const aboutInvoices = async () =>
  (await brokenRules(one)).filter(({ rule }) => /invoice/.test(rule))

test('invoices are numbered in the order in which the orders were paid', async () => {
  const [third, first, second] = await addPaid(1, 3, 2)
  expect(await issueInvoices(one.db)).toBe(3)
  expect(await given()).toEqual([
    [1, first, 'invoice'],
    [2, second, 'invoice'],
    [3, third, 'invoice'],
  ])
  expect(await issueInvoices(one.db)).toBe(0)
})

test('an order that is refunded gets a credit note, after its invoice', async () => {
  const [refunded, other] = await addPaid(2, 1)
  await refund(refunded as string)
  await issueInvoices(one.db)
  expect(await given()).toEqual([
    [1, refunded, 'invoice'],
    [2, other, 'invoice'],
    [3, refunded, 'credit_note'],
  ])
  expect(await aboutInvoices()).toEqual([])
})

test('more than go into one transaction are all numbered', async () => {
  await addPaid(...Array.from({ length: 2500 }, (_, place) => place))
  expect(await issueInvoices(one.db)).toBe(2500)
  expect((await given()).map(([number]) => number)).toEqual(
    Array.from({ length: 2500 }, (_, place) => place + 1),
  )
})

test('whoever asks for an old invoice does not wait for all others, and whoever would wait long is told', async () => {
  const ids = await addPaid(...Array.from({ length: 2500 }, (_, place) => place))
  const [newest, oldest] = [ids[0] as string, ids[2499] as string]
  expect(await readIssued(one.db, newest, 'invoice', 0)).toEqual({ refused: 'papers_busy' })
  expect(await readIssued(one.db, oldest, 'invoice')).toMatchObject({ number: 1 })
  expect(await given()).toHaveLength(1000)
  expect(await issueInvoices(one.db, 0)).toBe(1000)
  expect(await readIssued(one.db, newest, 'invoice')).toMatchObject({ number: 2500 })
})

test('who was paid by hand once more has one invoice, and keeps nobody from his', async () => {
  const [paid] = await addPaid(2)
  const payAgain = sql`
    update orders set paid_at = null, transaction_id = null where id = ${sql.lit(paid)};
    update orders set paid_at = now(), transaction_id = 'by hand' where id = ${sql.lit(paid)}`
  await payAgain.execute(one.db)
  await issueInvoices(one.db)
  await payAgain.execute(one.db)
  await sql`insert into invoices_due select id, 'invoice', paid_at from orders`.execute(one.db)
  const [other] = await addPaid(1)
  expect(await issueInvoices(one.db)).toBe(1)
  expect(await given()).toEqual([
    [1, paid, 'invoice'],
    [2, other, 'invoice'],
  ])
  expect(await aboutInvoices()).toEqual([])
})

test('whoever waits for the counter over midnight does not date his invoice back', async () => {
  await one.db.transaction().execute(async (tx) => {
    await sql`select now()`.execute(tx)
    const other = connect(database.databaseUrl, () => {})
    await addPaid(1)
    await issueInvoices(other.db)
    await other.db.destroy()
    await addPaid(0)
    await sql`insert into invoices select 2, order_id, kind from invoices_due`.execute(tx)
  })
  const rows = await one.db.selectFrom('invoices').selectAll().orderBy('issued_at').execute()
  expect(rows.map(({ number }) => number)).toEqual([1, 2])
})

test('eight who issue at once, while more is paid, leave no gap and give nothing twice', async () => {
  const issuers = Array.from({ length: 8 }, () => connect(database.databaseUrl, () => {}))
  let paying = true
  const pay = (async () => {
    for (let round = 0; round < 40; round++) await addPaid(round, round + 1, round + 2)
    paying = false
  })()
  const issue = issuers.map(async ({ db }) => {
    let issued = 0
    while (paying) issued += await issueInvoices(db)
    return issued
  })
  const each = await Promise.all(issue)
  await pay
  const rest = await issueInvoices(one.db)
  expect(each.reduce((sum, count) => sum + count, rest)).toBe(120)
  expect(new Set((await given()).map(([, order]) => order)).size).toBe(120)
  expect(await aboutInvoices()).toEqual([])
  await Promise.all(issuers.map(({ db }) => db.destroy()))
})

test('whoever is killed while he issues leaves no gap', async () => {
  await addPaid(3, 2)
  const killed = connect(database.databaseUrl, () => {})
  await killed.db
    .transaction()
    .execute(async (tx) => {
      await sql`update invoice_counter set last = last + 1`.execute(tx)
      await sql`insert into invoices (number, order_id, kind)
        select 1, order_id, kind from invoices_due limit 1`.execute(tx)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    .catch(() => {})
  await killed.db.destroy()
  expect(await issueInvoices(one.db)).toBe(2)
  expect((await given()).map(([number]) => number)).toEqual([1, 2])
  expect(await aboutInvoices()).toEqual([])
})
