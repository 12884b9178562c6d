import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'

const AT_ONCE = 1000

/** After so long the other jobs of a round have their turn; the next round goes on. */
const ROUND_MS = 10_000

/**
 * Gives the next numbers to what waits for one, oldest payment or refund first: to paid orders
 * an invoice, to refunded ones a credit note. Answers how many. Whoever issues holds the counter until
 * his numbers are written, so that there is never a gap, however many issue at once or are killed.
 */
export async function issueInvoices(db: Db, withinMs = ROUND_MS): Promise<number> {
  const began = performance.now()
  let issued = 0
  while (await isAnyDue(db)) {
    issued += await issueSome(db)
    if (performance.now() - began >= withinMs) break
  }
  return issued
}

export async function isAnyDue(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from invoices_due limit 1`.execute(db)
  return rows.length > 0
}

/** The oldest of what waits: as many as keep nobody else waiting for long. */
export function issueSome(db: Db): Promise<number> {
  return db.transaction().execute(issueIn)
}

/**
 * Two statements: what was issued while this one waited for the counter must be seen. What has its
 * number already takes none.
 */
async function issueIn(tx: Tx): Promise<number> {
  const { last } = await tx
    .selectFrom('invoice_counter')
    .select('last')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ issued: number }>`
    with due as (
      select order_id, kind, since from invoices_due
      order by since, order_id, kind desc limit ${AT_ONCE}
    ), done as (
      delete from invoices_due using due
      where invoices_due.order_id = due.order_id and invoices_due.kind = due.kind
    ), written as (
      insert into invoices (number, order_id, kind)
      select ${last}::bigint + row_number() over (order by since, order_id, kind desc),
        order_id, kind
      from due where not exists (
        select from invoices i where i.order_id = due.order_id and i.kind = due.kind)
      returning number
    )
    update invoice_counter set last = last + (select count(*) from written)
    returning last - ${last}::bigint as issued`.execute(tx)
  return rows[0]?.issued ?? 0
}
