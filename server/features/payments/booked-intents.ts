import type { Db } from '../../platform/database/connections/connect.ts'

/** Payment intents as the books have them, for `disagreementOf`. */
export function selectBookedIntents(db: Db) {
  return db
    .selectFrom('payment_intents')
    .select(['id', 'order_id as orderId', 'amount_cents as amountCents', 'currency', 'state'])
}
