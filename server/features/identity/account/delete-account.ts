import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import type { QueueMail } from '../../../platform/mail/queue-mail.ts'
import { FRESH_SIGN_IN_SECONDS } from '../fresh-sign-in.ts'
import type { Asker } from '../guards.ts'
import { limitMails } from '../mails/limited-mails.ts'
import { forgetPerson } from './forget-person.ts'

/** An order that is placed while the others are being cancelled is cancelled in the next round. */
const ROUNDS = 5

export interface DeleteDeps {
  db: Db
  queueMail: QueueMail
  /** The shop's own door to cancelling; handed over, so that identity need not know of orders. */
  cancelOrder: (orderId: string, byUser: string) => Promise<{ cancelled: 0 | 1 } | Refusal>
  /** Takes the admin's role from who has it, unless he is the last. */
  stepDown: (tx: Tx, user: Asker, by: Asker) => Promise<number | Refusal>
  reviewsChanged: () => void
}

/**
 * Deletes somebody's account. His sign-in must be fresh, so that no open page is enough. Unpaid
 * orders are cancelled first; while one is paid and not shipped, nothing is deleted. All others stay
 * in the books without the person.
 */
export async function deleteAccount(
  deps: DeleteDeps,
  asker: Asker,
): Promise<{ deletedCount: number } | Refusal> {
  const { db } = deps
  if (!(await isFresh(db, asker))) return refuse('sign_in_too_old')
  for (let round = 0; round < ROUNDS; round++) {
    const refusal = await cancelUnpaid(deps, asker)
    if (refusal) return refusal
    const outcome = await finish(deps, asker)
    if (isRefusal(outcome)) return outcome
    if (outcome === 'deleted') {
      deps.reviewsChanged()
      return { deletedCount: 1 }
    }
  }
  return refuse('orders_under_way')
}

async function isFresh(db: Db, { sessionId }: Asker): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${FRESH_SIGN_IN_SECONDS})`)
    .executeTakeFirst()
  return session !== undefined
}

/** Nothing is cancelled where the account could not be deleted after all. */
async function cancelUnpaid(
  { db, cancelOrder, stepDown }: DeleteDeps,
  asker: Asker,
): Promise<Refusal | undefined> {
  const refusal = await obstacle(db, asker, stepDown)
  if (refusal) return refusal
  for (const id of await unpaidOrders(db, asker.id)) {
    const cancelled = await cancelOrder(id, asker.id)
    if (isRefusal(cancelled)) {
      return cancelled.refused === 'order_paid' ? refuse('orders_under_way') : cancelled
    }
  }
  return undefined
}

/** What stands in the way, found by trying it all and leaving it. */
async function obstacle(db: Db, asker: Asker, stepDown: DeleteDeps['stepDown']) {
  const trial = await db.startTransaction().execute()
  try {
    const down = await stepDown(trial, asker, asker)
    if (isRefusal(down)) return down
    return (await hasPaidOrders(trial, asker.id)) ? refuse('orders_under_way') : undefined
  } finally {
    await trial.rollback().execute()
  }
}

/**
 * All at once, or nothing. The customer's row is locked as placing an order locks it: none can be
 * placed meanwhile.
 */
async function finish(deps: DeleteDeps, asker: Asker): Promise<'deleted' | 'again' | Refusal> {
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const down = await deps.stepDown(tx, asker, asker)
      if (isRefusal(down)) throw new Undone(down)
      const { rows } = await sql<{ emailConfirmed: boolean }>`
        select email_verified as "emailConfirmed" from users
        where id = ${asker.id} and deleted_at is null for no key update`.execute(tx)
      if (rows.length === 0) throw new Undone(refuse('token_invalid'))
      if (await hasPaidOrders(tx, asker.id)) throw new Undone(refuse('orders_under_way'))
      if ((await unpaidOrders(tx, asker.id)).length > 0) throw new Undone('again')
      await forgetPerson(tx, asker)
      const { email } = asker
      const mail = { kind: 'account-deleted', email, ...rows[0] } as const
      await limitMails(deps.queueMail)(tx, mail, email)
      return 'deleted' as const
    })
  } catch (error) {
    if (error instanceof Undone) return error.because
    throw error
  }
}

/** Leaves the transaction as what it throws, so that it is rolled back. */
class Undone extends Error {
  because: 'again' | Refusal
  constructor(because: 'again' | Refusal) {
    super('undone')
    this.because = because
  }
}

async function unpaidOrders(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Also those whose refund has begun: until it is done, somebody waits for something. */
async function hasPaidOrders(db: Db, userId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('paid_at', 'is not', null)
    .where('shipped_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}
