import type { FastifyBaseLogger } from 'fastify'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Config } from '../../config.ts'
import type { Db } from '../database/connections/connect.ts'
import { TEXT_QUEUE } from '../jobs/jobs.ts'
import { workInBatches } from '../jobs/work-in-batches.ts'
import { jobSeconds } from '../metrics/metrics.ts'
import { composeText } from './compose-text.ts'
import { postText, type TextHook } from './post-text.ts'
import type { CodeText } from './queue-text.ts'

/** The user looks at the phone and waits. */
const LOOK_EVERY_MS = 500

/**
 * Sends the queued texts by the hook, ten at a time. A hook that is away, slow or refuses makes the
 * job come again in a few seconds, for as long as its code holds. Polls the
 * queue every `everyMs`.
 */
export async function sendTexts(
  { boss, db, config, log }: { boss: PgBoss; db: Db; config: Config; log: FastifyBaseLogger },
  hook: TextHook,
  everyMs = LOOK_EVERY_MS,
) {
  async function send({ id, data }: JobWithMetadata<CodeText>): Promise<JobResult> {
    const end = jobSeconds.startTimer({ queue: TEXT_QUEUE })
    try {
      const text = await composeText(db, data, config.origin)
      if (text) await postText(hook, id, text)
      end({ outcome: 'done' })
      return { id, status: 'completed' }
    } catch (error) {
      end({ outcome: 'failed' })
      log.warn({ err: error, job: id }, 'a text could not be sent; it will be tried again')
      return { id, status: 'failed' }
    }
  }

  await workInBatches(boss, TEXT_QUEUE, everyMs, send)
}
