import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { QueueMail } from '../../../platform/mail/queue-mail.ts'
import { awaitsConfirmation, warningSeconds } from './reservation.ts'

const BATCH_SIZE = 20

interface Deps {
  db: Db
  queueMail: QueueMail
  config: Pick<Config, 'reservationHours'>
}

/**
 * Queues a warning mail for unpaid orders that expire soon: once, and again after an extension.
 * Customers with an unconfirmed e-mail get none, since their first mail states the end. Each order is
 * claimed in the transaction that queues its mail, so that concurrent or killed processes neither
 * repeat nor lose a mail. Returns the number of orders.
 */
export async function warnOfExpiry(deps: Deps): Promise<number> {
  let warned = 0
  for (;;) {
    const count = await warnBatch(deps)
    warned += count
    if (count < BATCH_SIZE) return warned
  }
}

async function warnBatch({ db, queueMail, config }: Deps): Promise<number> {
  const seconds = warningSeconds(config.reservationHours)
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update orders set expiry_warned_at = now()
      where id in (
        select id from orders
        where paid_at is null and cancelled_at is null and expiry_warned_at is null
          and cancellation_began_at is null
          and reserved_until > now() and not ${awaitsConfirmation}
          and reserved_until < now() + make_interval(secs => ${seconds})
        order by reserved_until limit ${BATCH_SIZE} for update skip locked)
      returning id`.execute(tx)
    for (const { id } of rows) await queueMail(tx, { kind: 'order-lapsing', orderId: id })
    return rows.length
  })
}
