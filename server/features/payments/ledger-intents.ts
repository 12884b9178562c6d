import type { Db } from '../../platform/database/connections/connect.ts'

/** Selects payment intents of the ledger, for `findDisagreement`. */
export function selectLedgerIntents(db: Db) {
  return db
    .selectFrom('payment_intents')
    .select(['id', 'order_id as orderId', 'amount_cents as amountCents', 'currency', 'state'])
}
