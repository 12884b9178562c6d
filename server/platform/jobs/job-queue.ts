import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import { PREPARED } from '../database/connections/client.ts'
import type { Db, Tx } from '../database/connections/connect.ts'

/** The queue of mails. A mail is retried for about three days, then kept as failed. */
export const MAIL_QUEUE = 'mail'

/** The queue of SMS. Their codes expire within minutes, so they are retried quickly or not at all. */
export const SMS_QUEUE = 'sms'

interface JobQueueOptions {
  migrate?: boolean
  /** Size of the queue's own pool. */
  connections?: number
  /** Longer than any maintenance statement of the queue. */
  queryTimeoutMs?: number
}

/** Creates the tables and queues. Part of the migration. */
export async function prepareJobQueue(databaseUrl: string): Promise<void> {
  const boss = openJobQueue(databaseUrl, { migrate: true })
  await boss.start()
  await boss.createQueue(MAIL_QUEUE, {
    retryLimit: 30,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 4 * 3600,
    expireInSeconds: 300,
  })
  await boss.createQueue(SMS_QUEUE, {
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 30,
    expireInSeconds: 60,
    deleteAfterSeconds: 3600,
  })
  await boss.stop({ graceful: false })
}

/** Opens the job queue on a migrated database. */
export function openJobQueue(
  databaseUrl: string,
  { migrate = false, connections = 4, queryTimeoutMs = 120_000 }: JobQueueOptions = {},
): PgBoss {
  return new PgBoss({
    connectionString: databaseUrl,
    application_name: 'freehub-jobs',
    max: connections,
    // Passed to the pool. Without these, a worker waits forever for an unreachable machine.
    ...{ query_timeout: migrate ? 0 : queryTimeoutMs, keepAlive: true },
    migrate,
    schedule: false,
    supervise: !migrate,
  })
}

/**
 * Returns a connection for pg-boss that queues jobs inside a transaction. The statement is long and always
 * the same, so it is prepared.
 */
export function inTransaction(tx: Db | Tx) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(PREPARED + text, values))
      return { rows: rows as Record<string, unknown>[] }
    },
  }
}
