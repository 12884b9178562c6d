import { totalRefusal } from '@freehub/contract/orders/order-refusals'
import { deriveOrderStatus, orderCan } from '@freehub/contract/orders/orders'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import {
  RefusalError,
  retryTransaction,
  runTransaction,
} from '../../platform/database/run-transaction.ts'
import type { QueueMail } from '../../platform/mail/queue-mail.ts'
import { orderEvents } from '../../platform/metrics/metrics.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { releaseStock } from '../catalog/stock/release-and-ship-stock.ts'
import { type Principal, visibleTo } from '../identity/guards.ts'
import { findOpenIntent } from './find-open-intent.ts'
import { recordEvent } from './order-events.ts'
import { updateSearchText } from './place/send-order-outbox.ts'

/** Cancels an order's open payment intent, or refuses. See close-intent.ts. */
export type CloseIntent = (orderId: string) => Promise<Refusal | undefined>

type Deps = Pick<Shop, 'db' | 'queueMail' | 'partsChanged'> & { closeIntent: CloseIntent }

/** The object of a cancellation: the order, or its lines in `cancelling_lines`. */
type Scope = 'order' | 'lines'

/** The user who cancels, or null for the server. */
type Actor = Pick<Principal, 'id' | 'role'> | null

/**
 * Cancels an unpaid order and releases its stock, once. A mark on the order prevents new intents while the card
 * provider cancels the open one. Without a user as actor, finishes an interrupted cancellation of lines instead, unless
 * the reservation has expired. `cancelled` is 1 if this call cancelled the order.
 */
export async function cancelOrder(
  deps: Deps,
  orderId: string,
  actor: Actor,
): Promise<{ cancelled: 0 | 1 } | Refusal> {
  const state = await startCancellation(deps.db, orderId, actor)
  if (state === 'missing') return { cancelled: 0 }
  if (isRefusal(state)) return state
  const outcome = await closeIntentAndFinish(deps, orderId, actor, state.scope)
  if (isRefusal(outcome)) return outcome
  return { cancelled: outcome.isOrderCancelled ? 1 : 0 }
}

/**
 * Cancels lines of an unpaid order and releases their stock. At least one line must remain. Returns how many of the
 * lines were not cancelled before the call and are cancelled now. Concurrent calls may count the same lines.
 */
export async function cancelOrderLines(
  deps: Deps,
  orderId: string,
  actor: Pick<Principal, 'id' | 'role'>,
  lines: number[],
): Promise<{ cancelledCount: number } | Refusal> {
  const state = await startCancellation(deps.db, orderId, actor, lines)
  if (state === 'missing') return refuse('order_missing')
  if (isRefusal(state)) return state
  const { cancelling } = state
  if (cancelling.length === 0) return { cancelledCount: 0 }
  const outcome = await closeIntentAndFinish(deps, orderId, actor, 'lines')
  if (isRefusal(outcome)) return outcome
  return { cancelledCount: await countCancelled(deps.db, orderId, cancelling) }
}

/** Counts the cancelled lines of `lines`. A concurrent request may have finished or withdrawn their cancellation. */
async function countCancelled(db: Db, orderId: string, lines: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('order_lines')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .where('line', 'in', lines)
    .where('cancelled_quantity', '>', 0)
    .executeTakeFirstOrThrow()
  return count
}

async function closeIntentAndFinish(deps: Deps, orderId: string, actor: Actor, scope: Scope) {
  const { db, queueMail, closeIntent, partsChanged } = deps
  const refusal = await closeIntent(orderId)
  if (refusal) {
    await withdrawCancellation(db, orderId, refusal)
    return refusal
  }
  const finished = await runTransaction(db, (tx) =>
    finishCancellation(tx, queueMail, { orderId, byUser: actor?.id ?? null, scope }),
  )
  if (isRefusal(finished)) return finished
  if (finished.isOrderCancelled)
    orderEvents.inc({ event: finished.cancelledBy ? 'cancelled' : 'expired' })
  partsChanged(finished.partIds)
  return finished
}

/**
 * Marks an order, or with `lines` some of its lines, as being cancelled. Returns those of `lines` that are not
 * cancelled yet. Marking the order removes the marks of lines.
 */
async function startCancellation(db: Db, orderId: string, actor: Actor, lines?: number[]) {
  return retryTransaction(db, async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['paid_at as paidAt', 'shipped_at as shippedAt', 'cancellation_began_at'])
      .select(['cancelling_lines', sql<boolean>`reserved_until < now()`.as('isExpired')])
      .where('id', '=', orderId)
      .where('cancelled_at', 'is', null)
      .$if(actor !== null, (query) => query.where(visibleTo(actor as Principal)))
      .forUpdate()
      .executeTakeFirst()
    if (!order) return 'missing'
    if (actor === null && !isDue(order)) return 'missing'
    if (!orderCan(deriveOrderStatus(order), 'cancel')) return refuse('order_paid')
    const isCancellingLines = order.cancelling_lines !== null
    if (lines && order.cancellation_began_at && !isCancellingLines)
      return refuse('cancellation_begun')
    const cancelling =
      lines && (await chooseLines(tx, orderId, lines, order.cancelling_lines ?? []))
    if (isRefusal(cancelling)) return cancelling
    if (cancelling?.added.length === 0) return { scope: 'lines', cancelling: [] } as const
    // Without a user, the call finishes a cancellation of lines, unless the reservation has expired.
    if (actor === null && isCancellingLines && !order.isExpired)
      return { scope: 'lines', cancelling: [] } as const
    await tx
      .updateTable('orders')
      .set({
        cancellation_began_at: sql<Date>`coalesce(cancellation_began_at, now())`,
        cancelling_lines: cancelling ? cancelling.all : null,
      })
      .where('id', '=', orderId)
      .execute()
    // A cancellation of the order that replaces one of lines may have another actor, or none after an expiry.
    const isReplaced = isCancellingLines && !cancelling
    if (!order.cancellation_began_at || isReplaced)
      await recordEvent(tx, orderId, 'cancellation_begun', actor?.id ?? null)
    const scope: Scope = cancelling ? 'lines' : 'order'
    return { scope, cancelling: cancelling?.added ?? [] }
  })
}

/**
 * Returns the lines to cancel that are not cancelled yet: `added` are those of this call, `all` also contains the
 * lines that were marked before. Refuses if no line would remain, or if the total would be too low.
 */
async function chooseLines(tx: Tx, orderId: string, lines: number[], markedLines: number[]) {
  const openLines = await tx
    .selectFrom('order_lines')
    .select(['line', 'unit_price_cents', 'quantity'])
    .where('order_id', '=', orderId)
    .where('cancelled_quantity', '=', 0)
    .orderBy('line')
    .execute()
  const linesToCancel = new Set([...lines, ...markedLines])
  const added = openLines.filter(({ line }) => lines.includes(line)).map(({ line }) => line)
  const remaining = openLines.filter(({ line }) => !linesToCancel.has(line))
  if (remaining.length === 0) return refuse('line_required')
  const total = remaining.reduce((sum, line) => sum + line.unit_price_cents * line.quantity, 0)
  return (
    totalRefusal(total) ?? {
      added,
      all: openLines.flatMap(({ line }) => (linesToCancel.has(line) ? [line] : [])),
    }
  )
}

/** True if the server may cancel the order: its reservation has expired, or its cancellation was interrupted. */
const isDue = (order: { cancellation_began_at: Date | null; isExpired: boolean }) =>
  order.isExpired || order.cancellation_began_at !== null

async function withdrawCancellation(db: Db, orderId: string, { refused }: Refusal) {
  await retryTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ cancellation_began_at: null, cancelling_lines: null })
      .where('id', '=', orderId)
      .where('cancelled_at', 'is', null)
      .where('cancellation_began_at', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) {
      await recordEvent(tx, orderId, 'cancellation_withdrawn', null, { because: refused })
    }
  })
}

/**
 * Cancels the order and queues its mail, or cancels its marked lines. Throws a RefusalError if the order was paid or an
 * intent was opened since `closeIntent`. Does nothing if the order is already cancelled.
 */
async function finishCancellation(
  tx: Tx,
  queueMail: QueueMail,
  { orderId, byUser, scope }: { orderId: string; byUser: string | null; scope: Scope },
): Promise<{ isOrderCancelled: boolean; cancelledBy?: string | null; partIds: string[] }> {
  const order = await tx
    .selectFrom('orders')
    .select(['paid_at as paidAt', 'shipped_at as shippedAt', 'cancelled_at'])
    .select(['cancelling_lines', 'cancellation_began_at'])
    .select(sql<boolean>`reserved_until < now()`.as('isExpired'))
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // The user's own call may have withdrawn the cancellation since the server's call began.
  if (order.cancelled_at || (byUser === null && !isDue(order)))
    return { isOrderCancelled: false, partIds: [] }
  if (!orderCan(deriveOrderStatus(order), 'cancel')) throw new RefusalError(refuse('order_paid'))
  if (await findOpenIntent(tx, orderId)) throw new RefusalError(refuse('payment_processing'))
  const cancelledBy = byUser ?? (await findCancellationStarter(tx, orderId))
  if (scope === 'lines') {
    const lines = order.cancelling_lines ?? []
    const partIds =
      lines.length > 0 ? await finishLineCancellation(tx, orderId, lines, cancelledBy) : []
    return { isOrderCancelled: false, partIds }
  }
  await tx
    .updateTable('orders')
    .set({
      cancellation_began_at: sql<Date>`coalesce(cancellation_began_at, now())`,
      cancelling_lines: null,
      cancelled_at: sql<Date>`now()`,
      cancelled_by: cancelledBy,
    })
    .where('id', '=', orderId)
    .execute()
  await recordEvent(tx, orderId, 'cancelled', cancelledBy)
  await queueMail(tx, { kind: 'order-cancelled', orderId })
  return { isOrderCancelled: true, cancelledBy, partIds: await releaseStock(tx, orderId) }
}

/** Cancels lines, releases their stock and updates the total of the order. Returns the ids of the parts. */
async function finishLineCancellation(
  tx: Tx,
  orderId: string,
  lines: number[],
  byUser: string | null,
) {
  const partIds = await releaseStock(tx, orderId, lines)
  await sql`
    update order_lines set cancelled_quantity = quantity
    where order_id = ${orderId} and line = any (${lines}::int[])`.execute(tx)
  await sql`
    update orders set cancellation_began_at = null, cancelling_lines = null,
      line_count = remaining.lines, total_cents = remaining.cents
    from (
      select count(*) as lines, sum(unit_price_cents::bigint * quantity) as cents
      from order_lines where order_id = ${orderId} and cancelled_quantity = 0
    ) remaining
    where id = ${orderId}`.execute(tx)
  await recordEvent(tx, orderId, 'lines_cancelled', byUser, { lines })
  await updateSearchText(tx, orderId)
  return partIds
}

/** Finds the user who started an interrupted cancellation, which the server now finishes. Null for an expiry. */
async function findCancellationStarter(tx: Tx, orderId: string): Promise<string | null> {
  const started = await tx
    .selectFrom('order_events')
    .select('by_user')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'cancellation_begun')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return started?.by_user ?? null
}
