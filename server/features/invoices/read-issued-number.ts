import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { IssuedNumber } from './invoice.ts'
import { isAnyDue, issueBatch } from './issue-invoices.ts'

type DocumentKind = 'invoice' | 'credit_note'

/** How long a request waits for its number while many are due before it. */
const TIMEOUT_MS = 5000

/**
 * Reads the number of an order's invoice or credit note. If it is not issued yet, issues the due
 * documents up to it. Refuses after `timeoutMs`; the scheduled job then continues.
 */
export async function readIssuedNumber(
  db: Db,
  orderId: string,
  kind: DocumentKind,
  timeoutMs = TIMEOUT_MS,
): Promise<IssuedNumber | Refusal> {
  const startedAt = performance.now()
  for (;;) {
    // Reads the queue first: a document that is no longer due has its number.
    const isDue = await isAnyDue(db)
    const issued = await findIssuedNumber(db, orderId, kind)
    if (issued) return issued
    if (!isDue) throw new Error(`Order ${orderId} has no ${kind}, and none is due.`)
    if (performance.now() - startedAt > timeoutMs) return refuse('papers_busy')
    await issueBatch(db)
  }
}

function findIssuedNumber(
  db: Db,
  orderId: string,
  kind: DocumentKind,
): Promise<IssuedNumber | undefined> {
  return db
    .selectFrom('invoices')
    .select(['number', 'issued_at as issuedAt'])
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}
