import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Config } from '../../config.ts'
import type { Db } from '../database/connections/connect.ts'
import { MAIL_QUEUE } from '../jobs/job-queue.ts'
import { workInBatches } from '../jobs/work-in-batches.ts'
import { jobSeconds } from '../metrics/metrics.ts'
import { createUnconfirmedLimit, type UnconfirmedMail } from './limit-unconfirmed.ts'
import type { Mail } from './queue-mail.ts'

export interface Message {
  to: string
  subject: string
  text: string
  html: string
  unconfirmed?: UnconfirmedMail | undefined
}

/** Composes a queued mail. Returns undefined if there is no longer a reason to send it. */
export type ComposeMail = (mail: Mail) => Promise<Message | undefined>

const POLL_MS = 1_000

/**
 * Sends queued mails over SMTP, ten at a time. A mail that fails is retried for three days, then kept as
 * failed and logged. Polls the queue every `pollMs`.
 */
export async function sendMails(
  { boss, db, config, log }: { boss: PgBoss; db: Db; config: Config; log: FastifyBaseLogger },
  compose: ComposeMail,
  pollMs = POLL_MS,
) {
  const { limits } = config
  const unconfirmed = createUnconfirmedLimit(db)
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
      if (message && (await unconfirmed.claim(message))) await deliver(id, message)
      end({ outcome: 'done' })
      return { id, status: 'completed' }
    } catch (error) {
      const last = retryCount >= retryLimit
      end({ outcome: last ? 'given_up' : 'failed' })
      log[last ? 'error' : 'warn'](
        { err: error, job: id },
        last ? 'a mail failed for good' : 'a mail could not be sent and will be retried',
      )
      return { id, status: 'failed' }
    }
  }

  async function deliver(id: string, message: Message) {
    const { to, subject, text, html } = message
    try {
      await smtp.sendMail({
        ...{ to, subject, text, html },
        from: config.mailFrom,
        messageId: `<${id}@freehub>`,
        // Stops automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    } catch (error) {
      await unconfirmed.giveBack(message)
      throw error
    }
  }

  await workInBatches(boss, MAIL_QUEUE, pollMs, send)
  return { close: () => smtp.close() }
}
