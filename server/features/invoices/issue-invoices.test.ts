import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database/test-database.ts'
import { findLedgerViolations } from '../../../tests/support/shop/ledger.ts'
import { connect } from '../../platform/database/connections/connect.ts'
import { ensureIssued, issueInvoices } from './issue-invoices.ts'

const MAKER = {
  name: 'Nordlicht Velo GmbH',
  address: ['Werkhof 3', '20457 Hamburg'],
  taxId: null,
  origin: 'Germany',
  email: 'info@nordlicht.example',
  telephone: '+49 40 5550 100',
}

/** Time limit that a busy machine does not reach. */
const LONG_MS = 60_000

const database = await createTestDatabase()
const main = connect(database.databaseUrl, () => {})
const customer = randomUUIDv7()
await main.db
  .insertInto('users')
  .values({ id: customer, name: 'Ada', email: 'ada@dealer.example', image: null })
  .execute()
afterAll(async () => {
  await main.db.destroy()
  await database.drop()
})
beforeEach(() =>
  sql`truncate invoices, pending_invoices, orders cascade;
  update invoice_counter set last = 0`.execute(main.db),
)

/** Inserts orders that were paid some minutes ago, without lines and payments. */
async function addPaidOrders(...minutesAgo: number[]): Promise<string[]> {
  const ids = minutesAgo.map(() => randomUUIDv7())
  await main.db
    .insertInto('orders')
    .values(
      minutesAgo.map((minutes, index) => ({
        id: ids[index] as string,
        user_id: customer,
        email: 'ada@dealer.example',
        name: 'Ada',
        phone: '1',
        address: 'Here',
        total_cents: 100,
        reserved_until: new Date(),
        paid_at: new Date(Date.now() - minutes * 60_000),
        transaction_id: `pi_${ids[index]}`,
      })),
    )
    .execute()
  return ids
}

const refund = (id: string) =>
  sql`update orders set refund_began_at = now(), refunded_at = now(), cancelled_at = now(),
    cancellation_began_at = now() where id = ${id}`.execute(main.db)

async function readIssued() {
  const rows = await main.db.selectFrom('invoices').selectAll().orderBy('number').execute()
  return rows.map(({ number, order_id, kind }) => [number, order_id, kind])
}

const findInvoiceViolations = async () =>
  (await findLedgerViolations(main)).filter(({ rule }) => /invoice/.test(rule))

test('numbers invoices in the order of payment', async () => {
  const [third, first, second] = await addPaidOrders(1, 3, 2)
  expect(await issueInvoices(main.db, MAKER)).toBe(3)
  expect(await readIssued()).toEqual([
    [1, first, 'invoice'],
    [2, second, 'invoice'],
    [3, third, 'invoice'],
  ])
  expect(await issueInvoices(main.db, MAKER)).toBe(0)
})

test('records the maker with a document, and uses the current one for a document of 0.2.0', async () => {
  const [first, second] = (await addPaidOrders(2, 1)) as [string, string]
  await sql`
    with issued as (insert into invoices (number, order_id, kind) values (1, ${first}, 'invoice')),
      counted as (update invoice_counter set last = 1)
    delete from pending_invoices where order_id = ${first}`.execute(main.db)
  await issueInvoices(main.db, MAKER)
  const moved = { ...MAKER, address: ['Neuer Wall 1', '20354 Hamburg'] }
  expect(await ensureIssued(main.db, moved, second, 'invoice')).toMatchObject({ maker: MAKER })
  expect(await ensureIssued(main.db, moved, first, 'invoice')).toMatchObject({ maker: moved })
})

test('issues a credit note for a refunded order, after its invoice', async () => {
  const [refunded, other] = await addPaidOrders(2, 1)
  await refund(refunded as string)
  await issueInvoices(main.db, MAKER)
  expect(await readIssued()).toEqual([
    [1, refunded, 'invoice'],
    [2, other, 'invoice'],
    [3, refunded, 'credit_note'],
  ])
  expect(await findInvoiceViolations()).toEqual([])
})

test('numbers more invoices than one transaction contains', async () => {
  await addPaidOrders(...Array.from({ length: 2500 }, (_, index) => index))
  expect(await issueInvoices(main.db, MAKER, LONG_MS)).toBe(2500)
  expect((await readIssued()).map(([number]) => number)).toEqual(
    Array.from({ length: 2500 }, (_, index) => index + 1),
  )
})

test('issues invoices oldest first, and refuses a request whose invoice has no number within the time limit', async () => {
  const ids = await addPaidOrders(...Array.from({ length: 2500 }, (_, index) => index))
  const [newest, oldest] = [ids[0] as string, ids[2499] as string]
  expect(await ensureIssued(main.db, MAKER, newest, 'invoice', 0)).toEqual({
    refused: 'papers_busy',
  })
  expect(await ensureIssued(main.db, MAKER, oldest, 'invoice', LONG_MS)).toMatchObject({
    number: 1,
  })
  expect(await readIssued()).toHaveLength(1000)
  expect(await issueInvoices(main.db, MAKER, 0)).toBe(1000)
  expect(await ensureIssued(main.db, MAKER, newest, 'invoice', LONG_MS)).toMatchObject({
    number: 2500,
  })
})

test('issues one invoice for an order that staff marked as paid twice', async () => {
  const [paid] = await addPaidOrders(2)
  const payAgain = sql`
    update orders set paid_at = null, transaction_id = null where id = ${sql.lit(paid)};
    update orders set paid_at = now(), transaction_id = 'by hand' where id = ${sql.lit(paid)}`
  await payAgain.execute(main.db)
  await issueInvoices(main.db, MAKER)
  await payAgain.execute(main.db)
  await sql`insert into pending_invoices select id, 'invoice', paid_at from orders`.execute(main.db)
  const [other] = await addPaidOrders(1)
  expect(await issueInvoices(main.db, MAKER)).toBe(1)
  expect(await readIssued()).toEqual([
    [1, paid, 'invoice'],
    [2, other, 'invoice'],
  ])
  expect(await findInvoiceViolations()).toEqual([])
})

test('dates an invoice when it gets its number, not when its transaction begins', async () => {
  await main.db.transaction().execute(async (tx) => {
    await sql`select now()`.execute(tx)
    const other = connect(database.databaseUrl, () => {})
    await addPaidOrders(1)
    await issueInvoices(other.db, MAKER)
    await other.db.destroy()
    await addPaidOrders(0)
    await sql`insert into invoices select 2, order_id, kind from pending_invoices`.execute(tx)
  })
  const rows = await main.db.selectFrom('invoices').selectAll().orderBy('issued_at').execute()
  expect(rows.map(({ number }) => number)).toEqual([1, 2])
})

test('issues each invoice once and without gaps when eight processes run concurrently', async () => {
  const issuers = Array.from({ length: 8 }, () => connect(database.databaseUrl, () => {}))
  let isPaying = true
  const pay = (async () => {
    for (let round = 0; round < 40; round++) await addPaidOrders(round, round + 1, round + 2)
    isPaying = false
  })()
  const issue = issuers.map(async ({ db }) => {
    let issued = 0
    while (isPaying) issued += await issueInvoices(db, MAKER)
    return issued
  })
  const each = await Promise.all(issue)
  await pay
  const rest = await issueInvoices(main.db, MAKER)
  expect(each.reduce((sum, count) => sum + count, rest)).toBe(120)
  expect(new Set((await readIssued()).map(([, order]) => order)).size).toBe(120)
  expect(await findInvoiceViolations()).toEqual([])
  await Promise.all(issuers.map(({ db }) => db.destroy()))
})

test('leaves no gap when a process is killed', async () => {
  await addPaidOrders(3, 2)
  const killed = connect(database.databaseUrl, () => {})
  await killed.db
    .transaction()
    .execute(async (tx) => {
      await sql`update invoice_counter set last = last + 1`.execute(tx)
      await sql`insert into invoices (number, order_id, kind)
        select 1, order_id, kind from pending_invoices limit 1`.execute(tx)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    .catch(() => {})
  await killed.db.destroy()
  expect(await issueInvoices(main.db, MAKER)).toBe(2)
  expect((await readIssued()).map(([number]) => number)).toEqual([1, 2])
  expect(await findInvoiceViolations()).toEqual([])
})
