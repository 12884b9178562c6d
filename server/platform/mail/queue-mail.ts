import type { PgBoss } from 'pg-boss'
import type { Db, Tx } from '../database/connections/connect.ts'
import { inTransaction, MAIL_QUEUE } from '../jobs/job-queue.ts'

/** The kinds of mails about an order. `order-lapsing` warns of the expiry; queued mails keep this old name. */
export type OrderMailKind =
  | 'order-placed'
  | 'order-lapsing'
  | 'order-paid'
  | 'order-shipped'
  | 'order-tracking'
  | 'order-cancelled'
  | 'order-refunded'
  | 'payment-returned'

/** Why a payment did not pay its order and was refunded. */
export type RefundReason = 'mismatch' | 'already-paid' | 'order-cancelled'

export interface OrderMail {
  kind: OrderMailKind
  orderId: string
  /** Only in `payment-returned`. Mails that version 0.2.0 queued have none. */
  reason?: RefundReason | undefined
}

/** Changes of an account that are reported to its owner, so that the owner notices an attacker. */
export type AccountChange =
  | 'password-changed'
  | 'password-added'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'backup-codes-made'
  | 'passkey-added'
  | 'passkey-removed'
  | 'phone-added'
  | 'phone-removed'
  | 'provider-linked'
  | 'provider-unlinked'

/** A mail about an account. Its links are created when the mail is sent, so that they are always valid. */
export type AccountMail =
  | { kind: 'confirm-email'; userId: string }
  /** The job looks up the account, so that the duration of the request does not reveal whether the account exists. */
  | { kind: 'reset-password'; email: string }
  /** A mail to the new email address. Its link confirms the change. */
  | { kind: 'change-email'; userId: string; newEmail: string }
  /** A mail to the account's current email address, whose owner can still stop the change. */
  | { kind: 'email-changing'; userId: string; newEmail: string }
  /** `oldConfirmed`: whether the old email address was confirmed. */
  | { kind: 'email-changed'; oldEmail: string; newEmail: string; oldConfirmed?: boolean }
  | { kind: 'account-changed'; userId: string; what: AccountChange }
  | { kind: 'account-deleted'; email: string; emailConfirmed?: boolean }

export type Mail = OrderMail | AccountMail

/** Queues mails in one statement. In a transaction, they are sent if and only if the transaction commits. */
export type QueueMail = (db: Db | Tx, ...mails: Mail[]) => Promise<void>

/** Retention of sent account mails. It is short, because some contain an email address. */
const DELETE_SOON = { deleteAfterSeconds: 24 * 3600 }

/** Returns a function that queues mails as jobs in the shop's database. */
export function createMailQueue(boss: PgBoss): QueueMail {
  return async (db, ...mails) => {
    const jobs = mails.map((data) => ({ data, ...('orderId' in data ? {} : DELETE_SOON) }))
    await boss.insert(MAIL_QUEUE, jobs, { db: inTransaction(db) })
  }
}
