import { setTimeout } from 'node:timers/promises'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'

/** So many are done at a time. */
const BATCH = 10
/** So long it rests after a full batch of which all failed. */
const REST_MS = 1_000

/**
 * Does what is queued, ten at a time; each says for itself whether it is done or comes again. The queue is
 * looked at every `everySeconds`.
 */
export async function workInBatches<Given extends object>(
  boss: Pick<PgBoss, 'work'>,
  queue: string,
  everySeconds: number,
  work: (job: JobWithMetadata<Given>) => Promise<JobResult>,
): Promise<void> {
  const options = {
    batchSize: BATCH,
    burstWhenBatchFull: true,
    perJobResults: true,
    includeMetadata: true,
    pollingIntervalSeconds: everySeconds,
  } as const
  await boss.work<Given, unknown, typeof options>(queue, options, async (jobs) => {
    const results = await Promise.all(jobs.map(work))
    // Of a full batch the next comes at once; where none is done, that would be all that the shop does.
    if (jobs.length === BATCH && results.every(({ status }) => status === 'failed'))
      await setTimeout(REST_MS)
    return results
  })
}
