import type { Db } from '../database/connect.ts'
import type { Issued } from './invoice.ts'

/** The number that an order's invoice or credit note was given. It must have one. */
export function readIssued(
  db: Db,
  orderId: string,
  kind: 'invoice' | 'credit_note',
): Promise<Issued> {
  return db
    .selectFrom('invoices')
    .select(['number', 'issued_at as issuedAt'])
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
}
