import type { PgBoss } from 'pg-boss'
import type { Db } from '../database/connections/connect.ts'
import { inTransaction, TEXT_QUEUE } from '../jobs/jobs.ts'

/** A text with a code, to be sent while the code holds. */
export interface CodeText {
  /** A number in its normal form. */
  to: string
  code: string
  /** ISO 8601. */
  until: string
  /**
   * Only if somebody signs in with this number. Looked up when it is sent: whoever asks for a code
   * learns nothing, not by the time it takes either. Where a number is being confirmed, whoever is
   * signed in may have a text sent to it.
   */
  toKnownOnly: boolean
}

export type QueueText = (db: Db, text: CodeText) => Promise<void>

/** Texts are jobs in the shop's own database, as mails are. */
export function textQueue(boss: PgBoss): QueueText {
  return async (db, text) => {
    await boss.send(TEXT_QUEUE, text, { db: inTransaction(db) })
  }
}
