import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import type { IssuedNumber } from './invoice.ts'
import type { Maker } from './pdf/document-content.ts'

const BATCH_SIZE = 1000

/** Time limit of one run, so that other scheduled jobs are not delayed. The next run continues. */
const RUN_LIMIT_MS = 10_000

/**
 * Issues pending invoices and credit notes, oldest first, without gaps between numbers. Records the maker's data with
 * each. Returns the number of issued documents.
 */
export async function issueInvoices(
  db: Db,
  maker: Maker,
  withinMs = RUN_LIMIT_MS,
): Promise<number> {
  const startedAt = performance.now()
  let issued = 0
  while (await hasPendingDocuments(db)) {
    issued += await issueBatch(db, maker)
    if (performance.now() - startedAt >= withinMs) break
  }
  return issued
}

/** True if any invoice or credit note has no number yet. */
export async function hasPendingDocuments(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pending_invoices limit 1`.execute(db)
  return rows.length > 0
}

/** Issues the oldest pending documents, up to 1,000 in one transaction. */
export function issueBatch(db: Db, maker: Maker): Promise<number> {
  return db.transaction().execute((tx) => issueInTransaction(tx, maker))
}

/**
 * Issues a batch in two statements. The second statement sees documents that were issued while the first statement
 * waited for the counter.
 */
async function issueInTransaction(tx: Tx, maker: Maker): Promise<number> {
  const { last } = await tx
    .selectFrom('invoice_counter')
    .select('last')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ issued: number }>`
    with pending as (
      select order_id, kind, since from pending_invoices
      order by since, order_id, kind desc limit ${BATCH_SIZE}
    ), done as (
      delete from pending_invoices using pending
      where pending_invoices.order_id = pending.order_id and pending_invoices.kind = pending.kind
    ), written as (
      insert into invoices (number, order_id, kind, maker)
      select ${last}::bigint + row_number() over (order by since, order_id, kind desc),
        order_id, kind, ${JSON.stringify(maker)}::jsonb
      from pending where not exists (
        select from invoices i where i.order_id = pending.order_id and i.kind = pending.kind)
      returning number, order_id, kind
    ), hs_codes as (
      update order_lines set part_hs_code = parts.hs_code from written, parts
      where order_lines.order_id = written.order_id and written.kind = 'invoice'
        and parts.id = part_id and parts.hs_code is not null
    )
    update invoice_counter set last = last + (select count(*) from written)
    returning last - ${last}::bigint as issued`.execute(tx)
  return rows[0]?.issued ?? 0
}

type NumberedDocumentKind = 'invoice' | 'credit_note'

/** An issued invoice or credit note. `maker`: the maker's data when it was issued. */
interface IssuedDocument extends IssuedNumber {
  maker: Maker
}

/** Maximum time that a request waits for its number while older documents are pending. */
const TIMEOUT_MS = 5000

/**
 * Returns an issued invoice or credit note. Issues pending documents, oldest first, until this one has a number.
 * Refuses after `timeoutMs`. A document of version 0.2.0 has no recorded maker, and gets the current one.
 */
export async function ensureIssued(
  db: Db,
  maker: Maker,
  orderId: string,
  kind: NumberedDocumentKind,
  timeoutMs = TIMEOUT_MS,
): Promise<IssuedDocument | Refusal> {
  const startedAt = performance.now()
  for (;;) {
    // The queue is read first, because a document that has left the queue has its number.
    const isPending = await hasPendingDocuments(db)
    const issued = await findIssuedDocument(db, orderId, kind)
    if (issued) return { ...issued, maker: issued.maker ?? maker }
    if (!isPending) throw new Error(`Order ${orderId} has no ${kind}, and none is pending.`)
    if (performance.now() - startedAt > timeoutMs) return refuse('papers_busy')
    await issueBatch(db, maker)
  }
}

function findIssuedDocument(db: Db, orderId: string, kind: NumberedDocumentKind) {
  return db
    .selectFrom('invoices')
    .select(['number', 'issued_at as issuedAt', 'maker'])
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}
