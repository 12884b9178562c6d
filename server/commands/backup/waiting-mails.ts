import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { MAIL_QUEUE } from '../../platform/jobs/jobs.ts'

/** A mail that is not sent yet, or whose sending nobody has confirmed. */
export interface WaitingMail {
  id: string
  data: object
  startAfter: string
  /** So long it is kept when it is sent; some name an address. */
  deleteAfterSeconds: number
}

const AT_ONCE = 500

/** In the order of their ids, some at a time. Of texts none: their codes hold for minutes. */
export async function* readWaitingMails(session: pg.Client): AsyncGenerator<WaitingMail[]> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await session.query<WaitingMail>(
      `select id, data, start_after as "startAfter", deletion_seconds as "deleteAfterSeconds"
      from pgboss.job
      where name = $1 and state in ('created', 'retry', 'active') and id > $2
      order by id limit ${AT_ONCE}`,
      [MAIL_QUEUE, after],
    )
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.id ?? after
  }
}

/** Queues them again, each once, in the session's transaction. */
export async function queueAgain(
  boss: PgBoss,
  session: pg.Client,
  mails: WaitingMail[],
): Promise<void> {
  const executeSql = async (text: string, values?: unknown[]) => session.query(text, values)
  await boss.insert(MAIL_QUEUE, mails, { db: { executeSql } })
}
