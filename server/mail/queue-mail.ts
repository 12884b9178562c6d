import type { PgBoss } from 'pg-boss'
import type { Tx } from '../database/connect.ts'
import { inTransaction, MAIL_QUEUE } from '../database/jobs.ts'

/** What a mail can say of an order. */
export type MailKind =
  | 'order-placed'
  | 'order-lapsing'
  | 'order-paid'
  | 'order-shipped'
  | 'order-cancelled'
  | 'order-refunded'
  | 'payment-returned'

/** A mail to be sent: what it says, and of which order. */
export interface Mail {
  kind: MailKind
  orderId: string
}

/** Queues a mail in a transaction: it is sent if, and only if, the transaction commits. */
export type QueueMail = (tx: Tx, mail: Mail) => Promise<void>

/** The outbox: mails are jobs in the shop's own database. */
export function mailQueue(boss: PgBoss): QueueMail {
  return async (tx, mail) => {
    await boss.send(MAIL_QUEUE, mail, { db: inTransaction(tx) })
  }
}
