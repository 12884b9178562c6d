import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { MAIL_QUEUE } from '../../platform/jobs/job-queue.ts'

/** A mail that is not sent yet, or whose delivery is not confirmed. */
export interface PendingMail {
  id: string
  data: object
  startAfter: string
  /** Retention after sending. It is short for mails that contain an address. */
  deleteAfterSeconds: number
}

const BATCH_SIZE = 500

/** Yields pending mails in batches, by id. SMS are excluded: their codes expire within minutes. */
export async function* readPendingMails(session: pg.Client): AsyncGenerator<PendingMail[]> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await session.query<PendingMail>(
      `select id, data, start_after as "startAfter", deletion_seconds as "deleteAfterSeconds"
      from pgboss.job
      where name = $1 and state in ('created', 'retry', 'active') and id > $2
      order by id limit ${BATCH_SIZE}`,
      [MAIL_QUEUE, after],
    )
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.id ?? after
  }
}

/** Queues the mails in the session's transaction. */
export async function requeueMails(
  boss: PgBoss,
  session: pg.Client,
  mails: PendingMail[],
): Promise<void> {
  const executeSql = async (text: string, values?: unknown[]) => session.query(text, values)
  await boss.insert(MAIL_QUEUE, mails, { db: { executeSql } })
}
