import { setTimeout as wait } from 'node:timers/promises'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'

const BATCH_SIZE = 10
/** Pause after a full batch in which all jobs failed. */
const FAILED_BATCH_PAUSE_MS = 1_000
/** Minimum poll interval of pg-boss. */
const MIN_POLL_MS = 500

/**
 * Works on the jobs of a queue in batches of ten. `work` returns whether a job is done or must be retried.
 * Polls the queue every `pollMs`.
 */
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
    // pg-boss fetches the next batch at once after a full one, which would be a busy loop if all jobs fail.
    if (jobs.length === BATCH_SIZE && results.every(({ status }) => status === 'failed'))
      await wait(FAILED_BATCH_PAUSE_MS)
    return results
  })
  if (pollMs >= MIN_POLL_MS) return
  const timer = setInterval(() => boss.notifyWorker(worker), pollMs).unref()
  boss.once('stopped', () => clearInterval(timer))
}
