import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { QueueMail } from '../../../platform/mail/queue-mail.ts'

const BATCH_SIZE = 200
/** Time for which the outbox collects orders, because one transaction for many orders costs much less. */
const COLLECT_MS = 50
/**
 * While orders are placed, the outbox pauses after each batch, so that placing orders has priority. This is the pause
 * as a multiple of the batch's duration.
 */
const PAUSE_FACTOR = 9

interface Deps {
  db: Db
  log: FastifyBaseLogger
  queueMail: QueueMail
}

export type OrderOutbox = ReturnType<typeof createOrderOutbox>

/**
 * Queues the mail of each placed order and writes its search text, after the order is committed. An order stays in
 * `order_outbox` until both are committed, so that a crash loses nothing: a scheduled job sends the remaining orders.
 */
export function createOrderOutbox({ db, log, queueMail }: Deps) {
  let sending: Promise<void> | undefined
  let isNotified = false
  const closing = new AbortController()

  async function sendPending() {
    try {
      while (isNotified && !closing.signal.aborted) {
        await wait(COLLECT_MS)
        isNotified = false
        const startedAt = performance.now()
        const count = await sendBatch(db, queueMail)
        const pauseMs = isNotified ? (performance.now() - startedAt) * PAUSE_FACTOR : 0
        if (count === BATCH_SIZE) isNotified = true
        await wait(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
      }
    } catch (error) {
      log.warn({ err: error }, 'placed orders remain in the outbox')
    } finally {
      sending = undefined
    }
  }

  async function sendAll() {
    while ((await sendBatch(db, queueMail)) === BATCH_SIZE);
  }

  return {
    /** Starts sending. Call this function after an order is committed. */
    notify() {
      isNotified = true
      sending ??= sendPending()
    },
    sendAll,
    /** Sends the remaining orders. If the database is unavailable, the next process sends them. */
    async close() {
      closing.abort()
      await sending
      await sendAll().catch((error) =>
        log.warn({ err: error }, 'placed orders remain in the outbox'),
      )
    },
  }
}

/** Sends the next orders that no other process is sending. Returns their number. */
async function sendBatch(db: Db, queueMail: QueueMail): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ orderId: string }>`
      delete from order_outbox where ctid = any (array(
        select ctid from order_outbox limit ${BATCH_SIZE} for update skip locked))
      returning order_id as "orderId"`.execute(tx)
    if (rows.length === 0) return 0
    const ids = rows.map(({ orderId }) => orderId)
    await queueMail(tx, ...ids.map((orderId) => ({ kind: 'order-placed' as const, orderId })))
    // Waits for concurrent changes of these orders, so that the texts contain the changes.
    await sql`select from orders where id = any (${ids}::uuid[]) order by id for share`.execute(tx)
    await sql`
      insert into order_search (order_id, text)
      select id, order_search_text(id) from orders where id = any (${ids}::uuid[])
      on conflict do nothing`.execute(tx)
    return rows.length
  })
}

/** Writes the search text of an order again, in the transaction that changes the order. */
export async function updateSearchText(tx: Db, orderId: string): Promise<void> {
  await sql`
    insert into order_search (order_id, text) values (${orderId}::uuid, order_search_text(${orderId}::uuid))
    on conflict (order_id) do update set text = excluded.text`.execute(tx)
}

/** Maximum time for which a process of the previous version runs beside this one. */
const UPGRADE_MS = 2 * 3600 * 1000

/** Makes orders searchable that a process of the previous version has placed. Does nothing after `UPGRADE_MS`. */
export async function addMissingSearchTexts(db: Db, uptimeMs = performance.now()): Promise<void> {
  if (uptimeMs > UPGRADE_MS) return
  await sql`
    insert into order_search (order_id, text)
    select id, order_search_text(id) from orders
    where placed_at > now() - interval '2 hours'
      and not exists (select from order_search where order_id = orders.id)
      and not exists (select from order_outbox where order_id = orders.id)
    on conflict do nothing`.execute(db)
}
