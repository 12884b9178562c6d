import { sql } from 'kysely'
import { expect, TestRunner } from 'vitest'
import type { Db } from '../../server/platform/database/connections/connect.ts'
import { expectConsistentLedger } from '../support/shop/ledger.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** For the table of `npm run test:resilience`: number of runs and result of the ledger check. */
    resilience?: { count: number; ledger: string }
  }
}

/** Ends a scenario: requires a consistent ledger and each mail queued once. Records the count for the table. */
export async function finishScenario(
  shop: { db: Db; sandbox?: { url: string } | undefined },
  count: number,
): Promise<void> {
  await expectConsistentLedger(shop)
  expect(await findWrongMails(shop.db)).toEqual([])
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
            and order_events.kind in ('late_payment_refunded', 'payment_disagrees'))]) as due
      from orders
    ), mails as (
      select data ->> 'orderId' as "order", data ->> 'kind' as kind, count(*)::int as queued
      from pgboss.job where name = 'mail' group by 1, 2
    )
    select * from facts left join mails using ("order", kind) where due <> coalesce(queued, 0)
  `.execute(db)
  return rows
}
