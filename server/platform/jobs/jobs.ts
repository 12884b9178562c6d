import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Db, Tx } from '../database/connections/connect.ts'
import { PREPARED } from '../database/prepared.ts'

/** The queue of mails: tried again for about three days, then kept as failed. */
export const MAIL_QUEUE = 'mail'

/** The queue of texts. They bring codes that hold for minutes: tried again quickly, or not at all. */
export const TEXT_QUEUE = 'text'

interface Ways {
  migrate?: boolean
  /** So many of its own the queue has at most. */
  connections?: number
  /** Longer than whatever the queue does to keep itself in order. */
  answerMs?: number
}

/** Makes the job queue's tables and queues. Part of migrating. */
export async function prepareJobs(databaseUrl: string): Promise<void> {
  const boss = openJobs(databaseUrl, { migrate: true })
  await boss.start()
  await boss.createQueue(MAIL_QUEUE, {
    retryLimit: 30,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 4 * 3600,
    expireInSeconds: 300,
  })
  await boss.createQueue(TEXT_QUEUE, {
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 30,
    expireInSeconds: 60,
    deleteAfterSeconds: 3600,
  })
  await boss.stop({ graceful: false })
}

/** Opens the job queue on a database that is migrated. */
export function openJobs(
  databaseUrl: string,
  { migrate = false, connections = 4, answerMs = 120_000 }: Ways = {},
): PgBoss {
  return new PgBoss({
    connectionString: databaseUrl,
    application_name: 'freehub-jobs',
    max: connections,
    // Passed on to the pool: without, a worker waits for good on a machine that is out of reach.
    ...{ query_timeout: migrate ? 0 : answerMs, keepAlive: true },
    migrate,
    schedule: false,
    supervise: !migrate,
  })
}

/**
 * Lets a job be queued inside a transaction, so that it is there exactly when the order is. The
 * queue says the same long statement for each job.
 */
export function inTransaction(tx: Db | Tx) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(PREPARED + text, values))
      return { rows: rows as Record<string, unknown>[] }
    },
  }
}
