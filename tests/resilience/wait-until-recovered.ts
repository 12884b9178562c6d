import { sql } from 'kysely'
import type { Db } from '../../server/platform/database/connections/connect.ts'
import { findLedgerViolations } from '../support/shop/ledger.ts'
import { waitUntil } from '../support/wait-until.ts'
import { RECOVERY_TIMEOUT_MS } from './timeouts.ts'

/**
 * Waits until the shop has finished all work that a fault left incomplete, for at most a minute. Makes
 * that work due now.
 */
export async function waitUntilRecovered(shop: {
  db: Db
  sandbox: { url: string }
}): Promise<void> {
  await makePendingWorkDue(shop.db)
  await waitUntil('no work is incomplete', () => hasRecovered(shop), RECOVERY_TIMEOUT_MS)
}

async function makePendingWorkDue(db: Db) {
  await sql`update orders set retry_at = null,
      cancellation_began_at = cancellation_began_at - interval '1 minute'
    where cancellation_began_at is not null and cancelled_at is null`.execute(db)
  await sql`update orders set refund_began_at = refund_began_at - interval '1 minute'
    where refund_began_at is not null and refunded_at is null`.execute(db)
  await sql`update payment_intents set next_check_at = now() where state = 'open'`.execute(db)
}

async function hasRecovered(shop: { db: Db; sandbox: { url: string } }): Promise<boolean> {
  const { rows } = await sql`select id from orders
    where (cancellation_began_at is not null and cancelled_at is null)
      or (refund_began_at is not null and refunded_at is null)`.execute(shop.db)
  return rows.length === 0 && (await findLedgerViolations(shop)).length === 0
}
