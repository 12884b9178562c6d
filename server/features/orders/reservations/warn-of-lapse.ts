import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { QueueMail } from '../../../platform/mail/queue-mail.ts'
import { awaitsConfirmation, warningSeconds } from './reservation.ts'

const AT_ONCE = 20

interface Deps {
  db: Db
  queueMail: QueueMail
  config: Pick<Config, 'reservationHours'>
}

/**
 * Tells the customers of unpaid orders that these are about to lapse: once, and once more where one
 * was extended since. Not those who must confirm their e-mail: their first mail states the end. An order is claimed in the transaction that queues its mail: however many
 * processes look, and wherever one is cut off, no mail is queued twice and none is forgotten.
 * Answers how many it told.
 */
export async function warnOfLapse(deps: Deps): Promise<number> {
  let warned = 0
  for (;;) {
    const some = await warnSome(deps)
    warned += some
    if (some < AT_ONCE) return warned
  }
}

async function warnSome({ db, queueMail, config }: Deps): Promise<number> {
  const seconds = warningSeconds(config.reservationHours)
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update orders set lapse_warned_at = now()
      where id in (
        select id from orders
        where paid_at is null and cancelled_at is null and lapse_warned_at is null
          and cancellation_began_at is null
          and reserved_until > now() and not ${awaitsConfirmation}
          and reserved_until < now() + make_interval(secs => ${seconds})
        order by reserved_until limit ${AT_ONCE} for update skip locked)
      returning id`.execute(tx)
    for (const { id } of rows) await queueMail(tx, { kind: 'order-lapsing', orderId: id })
    return rows.length
  })
}
