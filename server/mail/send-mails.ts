import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { PgBoss } from 'pg-boss'
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import { MAIL_QUEUE } from '../database/jobs.ts'
import { composeMail } from './compose-mail.ts'
import type { Mail } from './queue-mail.ts'

/**
 * Sends the queued mails over SMTP, one job at a time. A mail server that is away, slow or refuses
 * makes the job come again later: mails are delayed, never lost.
 */
export async function sendMails(
  { boss, db, config, log }: { boss: PgBoss; db: Db; config: Config; log: FastifyBaseLogger },
  pageUrl: (path: string) => string,
) {
  const smtp = createTransport({
    url: config.smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  await boss.work<Mail>(MAIL_QUEUE, { pollingIntervalSeconds: 1 }, async ([job]) => {
    if (!job) return
    const message = await composeMail(db, job.data, pageUrl)
    if (!message) return
    try {
      await smtp.sendMail({ ...message, from: config.mailFrom, messageId: `<${job.id}@freehub>` })
    } catch (error) {
      log.warn({ err: error, job: job.id }, 'a mail could not be sent; it will be tried again')
      throw error
    }
  })
  return { close: () => smtp.close() }
}
