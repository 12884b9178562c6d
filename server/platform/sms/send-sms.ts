import type { FastifyBaseLogger } from 'fastify'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Config } from '../../config.ts'
import type { Db } from '../database/connections/connect.ts'
import { SMS_QUEUE } from '../jobs/job-queue.ts'
import { workInBatches } from '../jobs/work-in-batches.ts'
import { jobSeconds } from '../metrics/metrics.ts'
import { composeSms } from './compose-sms.ts'
import { postSms, type SmsHook } from './post-sms.ts'
import type { CodeSms } from './queue-sms.ts'

/** Short, because the user is waiting for the code. */
const POLL_MS = 500

/**
 * Sends queued SMS through the hook, ten at a time. A failed SMS is retried every few seconds while its code is
 * valid. Polls the queue every `pollMs`.
 */
export async function sendSms(
  { boss, db, config, log }: { boss: PgBoss; db: Db; config: Config; log: FastifyBaseLogger },
  hook: SmsHook,
  pollMs = POLL_MS,
) {
  async function send({ id, data }: JobWithMetadata<CodeSms>): Promise<JobResult> {
    const end = jobSeconds.startTimer({ queue: SMS_QUEUE })
    try {
      const text = await composeSms(db, data, config.origin)
      if (text) await postSms(hook, id, text)
      end({ outcome: 'done' })
      return { id, status: 'completed' }
    } catch (error) {
      end({ outcome: 'failed' })
      log.warn({ err: error, job: id }, 'an SMS could not be sent and will be retried')
      return { id, status: 'failed' }
    }
  }

  await workInBatches(boss, SMS_QUEUE, pollMs, send)
}
