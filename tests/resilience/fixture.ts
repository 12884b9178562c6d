import { sql } from 'kysely'
import { expect, TestRunner, vi } from 'vitest'
import type { Db } from '../../server/platform/database/connections/connect.ts'
import { createCardClient } from '../support/shop/cards.ts'
import { expectConsistentLedger, findLedgerViolations } from '../support/shop/ledger.ts'
import { addPart, addParts } from '../support/shop/parts.ts'
import { addAdmin, addCustomer } from '../support/shop/users.ts'
import { waitUntil } from '../support/wait-until.ts'

/** A shop with an admin and a part with a large stock. */
export type Fixture = Awaited<ReturnType<typeof createFixture>>

interface Shop {
  db: Db
  url: string
  sandbox: { url: string } | undefined
}

export async function createFixture(shop: Shop) {
  const { db, url } = shop
  return {
    db,
    url,
    cards: createCardClient(shop),
    part: await addPart(shop, { stock: 1_000_000 }),
    /** The parts of an order of 50 lines. */
    parts: await addParts(shop, 50, { stock: 1_000_000 }),
    admin: await addAdmin(shop),
    addCustomer: () => addCustomer(shop),
  }
}

/** Maximum time in which the shop must recover from a fault. */
export const RECOVERY_TIMEOUT_MS = 60_000

const TEST_TIMEOUT_MS = process.env.RESILIENCE === 'full' ? 15 * 60_000 : 5 * 60_000

/** Raises Vitest's timeouts for a file: starting and killing shops is slow on a busy machine. */
export function extendTestTimeouts(): void {
  vi.setConfig({ testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS })
}

/** True in `npm run test:resilience`. `npm test` runs a small part. */
export const isFull = process.env.RESILIENCE === 'full'

/** Repetitions, sizes and durations: small in `npm test`, full in `npm run test:resilience`. */
export const scale = {
  cancelDuringPayment: 200,
  reportDuringWebhook: 200,
  tabs: 50,
  changedDuringPayment: 50,
  /**
   * True: injects a fault at every step of an operation. False: only before and after its last
   * commit.
   */
  everyStep: isFull,
  /** Number of times that the steps of an operation are observed. */
  observations: isFull ? 4 : 2,
  randomKills: 100,
  /** Customers who order carts with overlapping lines, and kills of the shop while they order. */
  cartOrders: isFull
    ? { customers: 200, lines: 50, parts: 150, kills: 20 }
    : { customers: 8, lines: 20, parts: 32, kills: 1 },
  postgresKills: 100,
  /** Interval of the requests that monitor availability. */
  monitorEveryMs: isFull ? 50 : 200,
  customers: isFull ? 6 : 3,
  /** Size of the disk. It is small, but large enough for PostgreSQL's WAL. */
  diskMb: isFull ? 1536 : 512,
  /** Number of malformed requests, and of batches of 100 that are sent concurrently. */
  malformedRequests: 1000,
  malformedBatches: 20,
  /** Seconds in which a request must arrive. */
  requestTimeoutSeconds: 15,
  /** Customers of the overload test, duration of the throughput measurement, and duration of the overload. */
  overloadCustomers: 400,
  calibrationMs: 5_000,
  overloadMs: 20_000,
  /** Time for which the database stays frozen after the shop has detected the outage. */
  frozenMs: isFull ? 30_000 : 0,
  postgresOutageMs: 30_000,
  webhookOrders: 100,
  closedBrowsers: 50,
  /** True: the provider is slower than the shop's timeout. */
  slowProvider: isFull,
}

/** Runs a task `count` times, at most `concurrency` at a time. Returns the results in order. */
export async function runConcurrently<T>(
  count: number,
  concurrency: number,
  task: (n: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  const pending = Array(count).keys()
  async function runTasks() {
    for (const n of pending) results[n] = await task(n)
  }
  await Promise.all(Array.from({ length: concurrency }, runTasks))
  return results
}

declare module 'vitest' {
  interface TaskMeta {
    /** For the table of `npm run test:resilience`: number of runs and result of the ledger check. */
    resilience?: { count: number; ledger: string }
  }
}

/** Requires a consistent ledger and each mail queued once. Adds `count` to the table of `npm run test:resilience`. */
export async function finishScenario(
  shop: { db: Db; sandbox?: { url: string } | undefined },
  count: number,
): Promise<void> {
  await expectConsistentLedger(shop)
  // Mails of placed orders are queued after the commit.
  await expect.poll(() => findWrongMails(shop.db)).toEqual([])
  const test = TestRunner.getCurrentTest()
  const ledger = shop.sandbox ? 'consistent with the provider' : 'consistent'
  if (test) test.meta.resilience = { count: count + (test.meta.resilience?.count ?? 0), ledger }
}

/** Finds orders with a missing, duplicate or wrong mail. */
async function findWrongMails(db: Db) {
  const { rows } = await sql`
    with facts as (
      select id::text as "order", unnest(array['order-placed', 'order-paid', 'order-shipped',
          'order-cancelled', 'order-refunded', 'payment-returned']) as kind,
        unnest(array[1, (paid_at is not null)::int, (shipped_at is not null)::int,
          (cancelled_at is not null and refunded_at is null)::int, (refunded_at is not null)::int,
          (select count(*)::int from order_events where order_id = orders.id
            and order_events.kind in ('late_payment_refunded', 'payment_disagrees'))]) as expected
      from orders
    ), mails as (
      select data ->> 'orderId' as "order", data ->> 'kind' as kind, count(*)::int as queued
      from pgboss.job where name = 'mail' group by 1, 2
    )
    select * from facts left join mails using ("order", kind) where expected <> coalesce(queued, 0)
  `.execute(db)
  return rows
}

/**
 * Waits at most a minute until the shop has finished all work that a fault left incomplete. Makes
 * this work due now.
 */
export async function waitUntilRecovered(shop: {
  db: Db
  sandbox: { url: string }
}): Promise<void> {
  await makePendingWorkDue(shop.db)
  await waitUntil('no work is incomplete', () => hasRecovered(shop), RECOVERY_TIMEOUT_MS)
}

async function makePendingWorkDue(db: Db) {
  await sql`update orders set retry_at = null,
      cancellation_began_at = cancellation_began_at - interval '1 minute'
    where cancellation_began_at is not null and cancelled_at is null`.execute(db)
  await sql`update orders set refund_began_at = refund_began_at - interval '1 minute'
    where refund_began_at is not null and refunded_at is null`.execute(db)
  await sql`update payment_intents set next_check_at = now() where state = 'open'`.execute(db)
}

async function hasRecovered(shop: { db: Db; sandbox: { url: string } }): Promise<boolean> {
  const { rows } = await sql`select id from orders
    where (cancellation_began_at is not null and cancelled_at is null)
      or (refund_began_at is not null and refunded_at is null)`.execute(shop.db)
  return rows.length === 0 && (await findLedgerViolations(shop)).length === 0
}
