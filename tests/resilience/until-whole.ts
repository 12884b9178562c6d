import { sql } from 'kysely'
import type { Db } from '../../server/platform/database/connections/connect.ts'
import { brokenRules } from '../support/shop/books.ts'
import { waitUntil } from '../support/wait-until.ts'
import { WITHIN_A_MINUTE } from './patience.ts'

/**
 * Waits until the shop has finished by itself whatever a fault left half-done: within a minute of
 * its end. What the shop would wait for before it looks again is over at once.
 */
export async function untilWhole(shop: { db: Db; sandbox: { url: string } }): Promise<void> {
  await hurry(shop.db)
  await waitUntil('nothing is half-done', () => isWhole(shop), WITHIN_A_MINUTE)
}

async function hurry(db: Db) {
  await sql`update orders set lapse_again_at = null,
      cancellation_began_at = cancellation_began_at - interval '1 minute'
    where cancellation_began_at is not null and cancelled_at is null`.execute(db)
  await sql`update orders set refund_began_at = refund_began_at - interval '1 minute'
    where refund_began_at is not null and refunded_at is null`.execute(db)
  await sql`update payment_intents set next_check_at = now() where state = 'open'`.execute(db)
}

async function isWhole(shop: { db: Db; sandbox: { url: string } }): Promise<boolean> {
  const { rows } = await sql`select id from orders
    where (cancellation_began_at is not null and cancelled_at is null)
      or (refund_began_at is not null and refunded_at is null)`.execute(shop.db)
  return rows.length === 0 && (await brokenRules(shop)).length === 0
}
