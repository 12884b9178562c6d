import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Config } from '../../config.ts'
import type { Db } from '../database/connections/connect.ts'
import { MAIL_QUEUE, workInBatches } from '../jobs/job-queue.ts'
import { createRateLimits, hashedName, type RateLimits } from '../limits/rate-limits.ts'
import { jobSeconds, limitsReached } from '../metrics/metrics.ts'
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

/** Sends queued mails over SMTP, ten at a time. Retries a failed mail for three days. */
export async function sendMails(
  { boss, db, config, log }: { boss: PgBoss; db: Db; config: Config; log: FastifyBaseLogger },
  compose: ComposeMail,
  pollMs = POLL_MS,
) {
  const { limits } = config
  const rateLimits = createRateLimits(db)
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
    const stopTimer = jobSeconds.startTimer({ queue: MAIL_QUEUE })
    try {
      const message = await compose(data)
      if (message && (await countUnconfirmedMail(rateLimits, message))) await deliver(id, message)
      stopTimer({ outcome: 'done' })
      return { id, status: 'completed' }
    } catch (error) {
      const isLastTry = retryCount >= retryLimit
      stopTimer({ outcome: isLastTry ? 'given_up' : 'failed' })
      log[isLastTry ? 'error' : 'warn'](
        { err: error, job: id },
        isLastTry ? 'a mail failed for good' : 'a mail could not be sent and will be retried',
      )
      return { id, status: 'failed' }
    }
  }

  async function deliver(id: string, message: Message) {
    const { to, subject, text, html } = message
    try {
      await smtp.sendMail({
        to,
        subject,
        text,
        html,
        from: config.mailFrom,
        messageId: `<${id}@freehub>`,
        // This header prevents automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    } catch (error) {
      if (message.unconfirmed) await rateLimits.giveBack(keyOf(to, message.unconfirmed))
      throw error
    }
  }

  await workInBatches(boss, MAIL_QUEUE, pollMs, send)
  return { close: () => smtp.close() }
}

/** The kind of a mail to an unconfirmed email address. Each kind has its own count. */
export type UnconfirmedMail = keyof typeof MAX_PER_DAY

/** Maximum number of mails of each kind per day to an unconfirmed email address. */
const MAX_PER_DAY = { unpaid: 3, paid: 50, account: 10, link: 20 }

const DAY_SECONDS = 24 * 3600

/**
 * Counts a mail to an unconfirmed email address. Returns false above the limit of the day: the caller then drops the
 * mail. Returns true for a confirmed address, without counting.
 */
async function countUnconfirmedMail(
  limits: RateLimits,
  { to, unconfirmed }: Message,
): Promise<boolean> {
  if (!unconfirmed) return true
  const rule = { windowSeconds: DAY_SECONDS, max: MAX_PER_DAY[unconfirmed] }
  const retryAfter = await limits.consume(keyOf(to, unconfirmed), rule)
  if (retryAfter !== undefined) limitsReached.inc({ limit: 'mail' })
  return retryAfter === undefined
}

function keyOf(to: string, kind: UnconfirmedMail): string {
  return `mail|unconfirmed|${kind}|${hashedName(to)}`
}
