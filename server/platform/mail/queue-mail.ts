import type { PgBoss } from 'pg-boss'
import type { Db, Tx } from '../database/connections/connect.ts'
import { inTransaction, MAIL_QUEUE } from '../jobs/jobs.ts'

/** What a mail can say of an order. */
export type OrderMailKind =
  | 'order-placed'
  | 'order-lapsing'
  | 'order-paid'
  | 'order-shipped'
  | 'order-tracking'
  | 'order-cancelled'
  | 'order-refunded'
  | 'payment-returned'

export interface OrderMail {
  kind: OrderMailKind
  orderId: string
}

/** What is told to the owner of an account after it was done, so that nobody does it unseen. */
export type AccountChange =
  | 'password-changed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'backup-codes-made'
  | 'passkey-added'
  | 'passkey-removed'
  | 'phone-added'
  | 'phone-removed'
  | 'provider-linked'
  | 'provider-unlinked'

/** A mail about somebody's account. Links are made when it is sent: however late, they are fresh. */
export type AccountMail =
  | { kind: 'confirm-email'; userId: string }
  /** Whether anybody has this address is looked up when it is sent: whoever asks learns nothing. */
  | { kind: 'reset-password'; email: string }
  /** Goes to the new address, which becomes the account's when its link is followed. */
  | { kind: 'change-email'; userId: string; newEmail: string }
  /** Goes to the address that an account has, or has had: these can still act. */
  | { kind: 'email-changing'; userId: string; newEmail: string }
  /** `oldConfirmed`: whether the old address was confirmed. */
  | { kind: 'email-changed'; oldEmail: string; newEmail: string; oldConfirmed?: boolean }
  | { kind: 'account-changed'; userId: string; what: AccountChange }
  | { kind: 'account-deleted'; email: string; emailConfirmed?: boolean }

export type Mail = OrderMail | AccountMail

/**
 * Queues a mail. In a transaction it is sent if, and only if, that commits; elsewhere it is queued
 * when this returns.
 */
export type QueueMail = (db: Db | Tx, mail: Mail) => Promise<void>

/** Some of these name an address: once sent, they are not kept longer than it takes to look why. */
const SOON = { deleteAfterSeconds: 24 * 3600 }

/** The outbox: mails are jobs in the shop's own database. */
export function mailQueue(boss: PgBoss): QueueMail {
  return async (db, mail) => {
    await boss.send(MAIL_QUEUE, mail, { db: inTransaction(db), ...('orderId' in mail ? {} : SOON) })
  }
}
