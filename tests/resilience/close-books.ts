import { sql } from 'kysely'
import { expect, TestRunner } from 'vitest'
import type { Db } from '../../server/platform/database/connections/connect.ts'
import { checkBooks } from '../support/shop/books.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** For the table of `npm run test:hurt`: how often it was done, and whose books agreed then. */
    hurt?: { count: number; books: string }
  }
}

/** Ends a scenario: the books must be good, and each mail queued once. Notes how often it was done. */
export async function closeBooks(
  shop: { db: Db; sandbox?: { url: string } | undefined },
  count: number,
): Promise<void> {
  await checkBooks(shop)
  expect(await mailsAmiss(shop.db)).toEqual([])
  const test = TestRunner.getCurrentTest()
  const books = shop.sandbox ? 'shop and provider agree' : 'good'
  if (test) test.meta.hurt = { count: count + (test.meta.hurt?.count ?? 0), books }
}

/** Orders of which a mail is lost, doubled, or says what has not happened. */
async function mailsAmiss(db: Db) {
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
