import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Config } from '../config.ts'
import { MAIL_QUEUE } from '../database/jobs.ts'
import { jobSeconds } from '../metrics/metrics.ts'
import type { ComposeMail } from './compose-mail.ts'
import type { Mail } from './queue-mail.ts'

/** So many are sent at a time. */
const BATCH = 10
/** So often the outbox is looked at. */
const LOOK_EVERY_SECONDS = 1

/**
 * Sends the queued mails over SMTP, ten at a time. A mail server that is away, slow or refuses
 * makes the job come again later, for three days; then it is kept as failed and the log says so.
 */
export async function sendMails(
  { boss, config, log }: { boss: PgBoss; config: Config; log: FastifyBaseLogger },
  compose: ComposeMail,
) {
  const { limits } = config
  const smtp = createTransport({
    url: config.smtpUrl,
    pool: true,
    dnsTimeout: limits.mailMs,
    connectionTimeout: limits.mailMs,
    greetingTimeout: limits.mailMs,
    socketTimeout: limits.mailMs,
  })
  async function send({
    id,
    data,
    retryCount,
    retryLimit,
  }: JobWithMetadata<Mail>): Promise<JobResult> {
    const end = jobSeconds.startTimer({ queue: MAIL_QUEUE })
    try {
      const message = await compose(data)
      if (message) {
        await smtp.sendMail({
          ...message,
          from: config.mailFrom,
          messageId: `<${id}@freehub>`,
          // Nobody's holiday answers it.
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      }
      end({ outcome: 'done' })
      return { id, status: 'completed' }
    } catch (error) {
      const last = retryCount >= retryLimit
      end({ outcome: last ? 'given_up' : 'failed' })
      log[last ? 'error' : 'warn'](
        { err: error, job: id },
        last ? 'a mail was given up' : 'a mail could not be sent; it will be tried again',
      )
      return { id, status: 'failed' }
    }
  }

  const options = {
    batchSize: BATCH,
    burstWhenBatchFull: true,
    perJobResults: true,
    includeMetadata: true,
    pollingIntervalSeconds: LOOK_EVERY_SECONDS,
  } as const
  await boss.work<Mail, unknown, typeof options>(MAIL_QUEUE, options, async (jobs) => {
    const results = await Promise.all(jobs.map(send))
    // Of a full batch the next comes at once; where no mail goes out, that would be all that the shop does.
    if (jobs.length === BATCH && results.every(({ status }) => status === 'failed'))
      await setTimeout(LOOK_EVERY_SECONDS * 1000)
    return results
  })
  return { close: () => smtp.close() }
}
