import { sql } from 'kysely'
import type { Db } from '../../../server/platform/database/connections/connect.ts'
import { waitUntil } from '../wait-until.ts'
import { callSandbox } from './api-client.ts'

export interface InboxMail {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
}

interface InboxSms {
  to: string
  text: string
}

/** Client of the sandbox's mail server and phones: reads messages and sets faults. */
export function getInbox({ sandbox, db }: { sandbox: { url: string } | undefined; db: Db }) {
  if (!sandbox) throw new Error('Start the shop with its sandbox.')
  const { url } = sandbox

  const findJobs = (reference: string) =>
    sql<{ state: string; retry_count: number }>`
      select state::text, retry_count from pgboss.job where ${matchesReference(reference)}`.execute(
      db,
    )

  const waitForFailures = (reference: string, count = 1) =>
    waitUntil('the message has failed', async () => {
      const { rows } = await findJobs(reference)
      const failed = rows.filter(({ state, retry_count }) => state === 'retry' || retry_count > 0)
      return failed.length >= count && failed.length
    })

  return {
    mailsTo: (email: string) =>
      callSandbox<InboxMail[]>(url, 'GET', `/mail.json?to=${encodeURIComponent(email)}`),
    smsTo: (phone: string) =>
      callSandbox<InboxSms[]>(url, 'GET', `/sms.json?to=${encodeURIComponent(phone)}`),
    setMailFaults: (faults: Faults) => callSandbox(url, 'POST', '/sandbox/mail/faults', faults),
    clearMailFaults: () => callSandbox(url, 'DELETE', '/sandbox/mail/faults'),
    setSmsFaults: (faults: Faults) => callSandbox(url, 'POST', '/sandbox/sms/faults', faults),
    clearSmsFaults: () => callSandbox(url, 'DELETE', '/sandbox/sms/faults'),
    /** Finds the queue's jobs by order id, user id, email or phone number. */
    findJobs,
    /** Waits until `count` jobs have failed. Returns the number of failed jobs. */
    waitForFailures,
    /**
     * Queues 200 copies of a failed job. Waits until at least `min` have failed. Returns their number and the
     * seconds. A failed batch of ten jobs counts only after the worker's pause.
     */
    async timeFailures(reference: string, min: number) {
      const failedBefore = await waitForFailures(reference)
      const startedAt = performance.now()
      await sql`
        insert into pgboss.job (name, data, retry_limit, retry_delay)
        select name, data, retry_limit, 3600 from pgboss.job, generate_series(1, 200)
        where ${matchesReference(reference)}`.execute(db)
      const failed = (await waitForFailures(reference, failedBefore + min)) - failedBefore
      return { failed, seconds: (performance.now() - startedAt) / 1000 }
    },
    /** Makes waiting jobs due now, after any running attempt has ended. */
    async retryNow(reference: string) {
      await waitUntil('no attempt is in progress', async () => {
        const { rows } = await sql`select from pgboss.job
          where ${matchesReference(reference)} and state = 'active'`.execute(db)
        return rows.length === 0
      })
      await sql`update pgboss.job set start_after = now()
        where ${matchesReference(reference)} and state < 'active'`.execute(db)
    },
  }
}

interface Faults {
  refuse?: boolean
  delayMs?: number
}

const matchesReference = (reference: string) =>
  sql`${reference} in (data ->> 'orderId', data ->> 'userId', data ->> 'email', data ->> 'to')`
