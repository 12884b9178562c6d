import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Db, Tx } from '../database/connections/connect.ts'
import { PREPARED } from '../database/connections/prepared-statements.ts'

/** The queue of mails. A failed mail is retried for about three days, then stays in the queue as failed. */
export const MAIL_QUEUE = 'mail'

/** The queue of SMS. Their codes expire within minutes, so an SMS is retried quickly or not at all. */
export const SMS_QUEUE = 'sms'

interface JobQueueOptions {
  /** True: creates the tables of pg-boss. Then queries have no timeout. */
  migrate?: boolean
  /** Number of connections in the queue's own pool. */
  connections?: number
  /** Timeout of a query. It must be longer than any maintenance statement of the queue. */
  queryTimeoutMs?: number
}

/** Creates the tables and queues, as part of the migration. */
export async function prepareJobQueue(databaseUrl: string): Promise<void> {
  const boss = createJobQueueClient(databaseUrl, { migrate: true })
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

/** Creates the client of the job queue. With `migrate`, starting it creates pg-boss's tables. */
export function createJobQueueClient(
  databaseUrl: string,
  { migrate = false, connections = 4, queryTimeoutMs = 120_000 }: JobQueueOptions = {},
): PgBoss {
  // pg-boss passes these options to its pool, but its types lack them. Without them, a worker
  // waits forever for an unreachable machine.
  const poolOptions = { query_timeout: migrate ? 0 : queryTimeoutMs, keepAlive: true }
  return new PgBoss({
    ...poolOptions,
    connectionString: databaseUrl,
    application_name: 'freehub-jobs',
    max: connections,
    migrate,
    schedule: false,
    supervise: !migrate,
  })
}

/** Returns a connection for pg-boss that queues jobs inside a transaction, with a prepared statement. */
export function inTransaction(tx: Db | Tx) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(PREPARED + text, values))
      return { rows: rows as Record<string, unknown>[] }
    },
  }
}

const BATCH_SIZE = 10
/** Pause after a full batch in which all jobs failed. */
const FAILED_BATCH_PAUSE_MS = 1_000
/** Minimum poll interval of pg-boss. */
const MIN_POLL_MS = 500

/** Processes the jobs of a queue in batches of ten. Polls the queue every `pollMs`. */
export async function workInBatches<JobData extends object>(
  boss: PgBoss,
  queue: string,
  pollMs: number,
  work: (job: JobWithMetadata<JobData>) => Promise<JobResult>,
): Promise<void> {
  const options = {
    batchSize: BATCH_SIZE,
    burstWhenBatchFull: true,
    perJobResults: true,
    includeMetadata: true,
    pollingIntervalSeconds: Math.max(pollMs, MIN_POLL_MS) / 1000,
  } as const
  const worker = await boss.work<JobData, unknown, typeof options>(queue, options, async (jobs) => {
    const results = await Promise.all(jobs.map(work))
    // After a full batch, pg-boss fetches the next one immediately. If all jobs fail, this would be
    // a busy loop.
    if (jobs.length === BATCH_SIZE && results.every(({ status }) => status === 'failed'))
      await wait(FAILED_BATCH_PAUSE_MS)
    return results
  })
  if (pollMs >= MIN_POLL_MS) return
  // pg-boss itself does not poll more often.
  const timer = setInterval(() => boss.notifyWorker(worker), pollMs).unref()
  boss.once('stopped', () => clearInterval(timer))
}
