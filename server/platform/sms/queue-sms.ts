import type { PgBoss } from 'pg-boss'
import type { Db } from '../database/connections/connect.ts'
import { inTransaction, SMS_QUEUE } from '../jobs/job-queue.ts'

/** An SMS with a code, which is sent only while the code is valid. */
export interface CodeSms {
  /** A phone number in its normalized form. */
  to: string
  code: string
  /** The end of the code's validity in ISO 8601. */
  until: string
  /** True: the SMS is sent only if a user signs in with this number. The user is looked up when the SMS is sent. */
  toKnownOnly: boolean
}

export type QueueSms = (db: Db, sms: CodeSms) => Promise<void>

/** Returns a function that queues SMS as jobs in the shop's database. */
export function createSmsQueue(boss: PgBoss): QueueSms {
  return async (db, sms) => {
    await boss.send(SMS_QUEUE, sms, { db: inTransaction(db) })
  }
}
