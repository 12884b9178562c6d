import { normalizeEmail } from '@freehub/contract/email'
import { isRefusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { cancelOrder } from '../cancel-order.ts'

type Deps = { db: Db; cancel: (orderId: string) => ReturnType<typeof cancelOrder> }

/**
 * Cancels all unpaid orders of a customer, first those without an open payment, which do not need the card provider.
 * Ends when the provider is unavailable. `notCancelled` does not count orders that were paid in the meantime.
 */
export async function releaseReservations({ db, cancel }: Deps, email: string) {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', normalizeEmail(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) return refuse('user_missing')
  const ids = await listUnpaidOrders(db, user.id)
  let cancelled = 0
  let notCancelled = 0
  for (const [n, id] of ids.entries()) {
    const outcome = await cancel(id)
    if (!isRefusal(outcome)) cancelled += outcome.cancelled
    else if (outcome.refused === 'provider_unavailable') {
      return { cancelled, notCancelled: notCancelled + ids.length - n }
    } else if (outcome.refused !== 'order_paid') notCancelled += 1
  }
  return { cancelled, notCancelled }
}

async function listUnpaidOrders(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders
    where user_id = ${userId}::uuid and coalesce(paid_at, cancelled_at) is null
    order by exists (
      select from payment_intents where order_id = orders.id and state = 'open'), id`.execute(db)
  return rows.map(({ id }) => id)
}
