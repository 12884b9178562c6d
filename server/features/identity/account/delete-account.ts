import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { RefusalError, runTransaction } from '../../../platform/database/run-transaction.ts'
import type { QueueMail } from '../../../platform/mail/queue-mail.ts'
import { FRESH_SIGN_IN_SECONDS } from '../fresh-sign-in.ts'
import type { Principal } from '../guards.ts'
import { createLimitedMailQueue } from '../mails/account-change-hooks.ts'
import { anonymizeUser } from './anonymize-user.ts'

/** Maximum number of attempts. An order that is placed during one attempt is cancelled in the next. */
const MAX_ATTEMPTS = 5

export interface DeleteDeps {
  db: Db
  queueMail: QueueMail
  /** Cancels an order. It is an argument, because identity must not depend on orders. */
  cancelOrder: (orderId: string, by: Principal) => Promise<{ cancelled: 0 | 1 } | Refusal>
  /** Removes the user's admin role. Refuses to remove the last admin. */
  removeAdminRole: (tx: Tx, user: Principal, by: Principal) => Promise<number | Refusal>
  reviewsChanged: () => void
}

/** Cancels unpaid orders and deletes the account. Requires a fresh sign-in. Refuses while a paid order is unshipped. */
export async function deleteAccount(
  deps: DeleteDeps,
  principal: Principal,
): Promise<{ deletedCount: number } | Refusal> {
  const { db } = deps
  if (!(await isFresh(db, principal))) return refuse('sign_in_too_old')
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const refusal = await cancelUnpaid(deps, principal)
    if (refusal) return refusal
    const outcome = await anonymizeAccount(deps, principal)
    if (!isRefusal(outcome)) {
      deps.reviewsChanged()
      return { deletedCount: 1 }
    }
    if (outcome.refused !== 'orders_under_way') return outcome
  }
  return refuse('orders_under_way')
}

async function isFresh(db: Db, { sessionId }: Principal): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${FRESH_SIGN_IN_SECONDS})`)
    .executeTakeFirst()
  return session !== undefined
}

/** Cancels the unpaid orders, but only if the account can then be deleted. */
async function cancelUnpaid(
  { db, cancelOrder, removeAdminRole }: DeleteDeps,
  principal: Principal,
): Promise<Refusal | undefined> {
  const refusal = await findDeletionRefusal(db, principal, removeAdminRole)
  if (refusal) return refusal
  for (const { id } of await listOpenOrders(db, principal.id)) {
    const cancelled = await cancelOrder(id, principal)
    if (isRefusal(cancelled)) {
      return cancelled.refused === 'order_paid' ? refuse('orders_under_way') : cancelled
    }
  }
  return undefined
}

/** Checks whether the account can be deleted, in a transaction that is rolled back. */
async function findDeletionRefusal(
  db: Db,
  principal: Principal,
  removeAdminRole: DeleteDeps['removeAdminRole'],
) {
  const trial = await db.startTransaction().execute()
  try {
    const roleRemoval = await removeAdminRole(trial, principal, principal)
    if (isRefusal(roleRemoval)) return roleRemoval
    const orders = await listOpenOrders(trial, principal.id)
    return orders.some(({ paid_at }) => paid_at) ? refuse('orders_under_way') : undefined
  } finally {
    await trial.rollback().execute()
  }
}

/**
 * Removes the account's admin role and personal data, and notifies the user. Locks the user's row like `place_order`,
 * so that no order is placed meanwhile. Refuses if the user has an open order.
 */
function anonymizeAccount(deps: DeleteDeps, principal: Principal): Promise<Refusal | undefined> {
  return runTransaction(deps.db, async (tx) => {
    const roleRemoval = await deps.removeAdminRole(tx, principal, principal)
    if (isRefusal(roleRemoval)) throw new RefusalError(roleRemoval)
    const { rows } = await sql<{ emailConfirmed: boolean }>`
      select email_verified as "emailConfirmed" from users
      where id = ${principal.id} and deleted_at is null for no key update`.execute(tx)
    if (rows.length === 0) throw new RefusalError(refuse('token_invalid'))
    const orders = await listOpenOrders(tx, principal.id)
    if (orders.length > 0) throw new RefusalError(refuse('orders_under_way'))
    await anonymizeUser(tx, principal)
    const { email } = principal
    const mail = { kind: 'account-deleted', email, ...rows[0] } as const
    await createLimitedMailQueue(deps.queueMail)(tx, mail, email)
    return undefined
  })
}

/** Lists the orders that are neither shipped nor cancelled. They include orders whose refund is pending. */
function listOpenOrders(db: Db, userId: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'paid_at'])
    .where('user_id', '=', userId)
    .where('shipped_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
}
