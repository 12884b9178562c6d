import type { Db } from '../../platform/database/connections/connect.ts'
import type { Shop } from '../../platform/open-platform.ts'
import type { CardProvider } from './card-provider/provider.ts'

export type PaymentDeps = Pick<Shop, 'db' | 'queueMail' | 'partsChanged'> & { cards: CardProvider }

/** Selects payment intents of the ledger, for `findMismatch`. */
export function selectRecordedIntents(db: Db) {
  return db
    .selectFrom('payment_intents')
    .select(['id', 'order_id as orderId', 'amount_cents as amountCents', 'currency', 'state'])
}

/** Marks an open intent as cancelled in the ledger. Returns whether the intent was open. */
export async function markIntentCancelled(db: Db, intentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_intents')
    .set({ state: 'cancelled' })
    .where('id', '=', intentId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
