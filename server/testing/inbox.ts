import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'

export interface InboxMail {
  from: string
  to: string[]
  subject: string
  text: string
}

/** The sandbox's mail server: what arrived there, and how it misbehaves. */
export function inboxOf({ sandbox, db }: { sandbox: { url: string } | undefined; db: Db }) {
  if (!sandbox) throw new Error('Start the shop with its sandbox.')
  const { url } = sandbox

  async function faults(method: 'POST' | 'DELETE', body?: object) {
    const response = await fetch(`${url}/sandbox/mail/faults`, {
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (!response.ok) throw new Error(await response.text())
  }

  return {
    async to(email: string) {
      const response = await fetch(`${url}/mail.json?to=${encodeURIComponent(email)}`)
      return (await response.json()) as InboxMail[]
    },
    set: (some: { refuse?: boolean; delayMs?: number }) => faults('POST', some),
    unset: () => faults('DELETE'),
    /** The outbox's jobs about an order. */
    jobsOf: (orderId: string) =>
      sql<{ state: string; retry_count: number }>`
        select state::text, retry_count from pgboss.job
        where data ->> 'orderId' = ${orderId}`.execute(db),
    /** What waits for its next try is due now. */
    hurry: (orderId: string) =>
      sql`update pgboss.job set start_after = now()
        where data ->> 'orderId' = ${orderId} and state < 'active'`.execute(db),
  }
}
