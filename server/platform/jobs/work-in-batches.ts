import { setTimeout as wait } from 'node:timers/promises'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'

/** So many are done at a time. */
const BATCH = 10
/** So long it rests after a full batch of which all failed. */
const REST_MS = 1_000
/** pg-boss polls no more often by itself. */
const POLL_LEAST_MS = 500

/**
 * Does what is queued, ten at a time; each says for itself whether it is done or comes again. Polls the queue
 * every `everyMs`.
 */
export async function workInBatches<Given extends object>(
  boss: PgBoss,
  queue: string,
  everyMs: number,
  work: (job: JobWithMetadata<Given>) => Promise<JobResult>,
): Promise<void> {
  const options = {
    batchSize: BATCH,
    burstWhenBatchFull: true,
    perJobResults: true,
    includeMetadata: true,
    pollingIntervalSeconds: Math.max(everyMs, POLL_LEAST_MS) / 1000,
  } as const
  const worker = await boss.work<Given, unknown, typeof options>(queue, options, async (jobs) => {
    const results = await Promise.all(jobs.map(work))
    // Of a full batch the next comes at once; where none is done, that would be all that the shop does.
    if (jobs.length === BATCH && results.every(({ status }) => status === 'failed'))
      await wait(REST_MS)
    return results
  })
  if (everyMs >= POLL_LEAST_MS) return
  const timer = setInterval(() => boss.notifyWorker(worker), everyMs).unref()
  boss.once('stopped', () => clearInterval(timer))
}
