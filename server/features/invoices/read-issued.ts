import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { Issued } from './invoice.ts'
import { isAnyDue, issueSome } from './issue-invoices.ts'

type Kind = 'invoice' | 'credit_note'

/** So long somebody waits for a number, if many have their turn before him. */
const PATIENCE_MS = 5000

/**
 * The number of an order's invoice or credit note. If it still waits for one, it gets it now, and all
 * that waits before it; where that takes too long, the rounds go on with it.
 */
export async function readIssued(
  db: Db,
  orderId: string,
  kind: Kind,
  patienceMs = PATIENCE_MS,
): Promise<Issued | Refusal> {
  const began = performance.now()
  for (;;) {
    // Asked in this order: what is not due any more has its number.
    const isDue = await isAnyDue(db)
    const issued = await findIssued(db, orderId, kind)
    if (issued) return issued
    if (!isDue) throw new Error(`Order ${orderId} has no ${kind}, and waits for none.`)
    if (performance.now() - began > patienceMs) return refuse('papers_busy')
    await issueSome(db)
  }
}

function findIssued(db: Db, orderId: string, kind: Kind): Promise<Issued | undefined> {
  return db
    .selectFrom('invoices')
    .select(['number', 'issued_at as issuedAt'])
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirst()
}
