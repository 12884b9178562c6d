import { sql } from 'kysely'
import type { Db } from '../../../server/platform/database/connections/connect.ts'
import { waitUntil } from '../wait-until.ts'

export interface InboxMail {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
}

export interface InboxText {
  to: string
  text: string
}

/** The sandbox's mail server and phones: what arrived there, and how they misbehave. */
export function inboxOf({ sandbox, db }: { sandbox: { url: string } | undefined; db: Db }) {
  if (!sandbox) throw new Error('Start the shop with its sandbox.')
  const { url } = sandbox

  async function faults(of: 'mail' | 'texts', method: 'POST' | 'DELETE', body?: object) {
    const response = await fetch(`${url}/sandbox/${of}/faults`, {
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (!response.ok) throw new Error(await response.text())
  }

  const jobsOf = (whom: string) =>
    sql<{ state: string; retry_count: number }>`
      select state::text, retry_count from pgboss.job where ${isAbout(whom)}`.execute(db)

  const triedInVain = (whom: string, jobs = 1) =>
    waitUntil('it was tried in vain', async () => {
      const { rows } = await jobsOf(whom)
      const tried = rows.filter(({ state, retry_count }) => state === 'retry' || retry_count > 0)
      return tried.length >= jobs && tried.length
    })

  return {
    async to(email: string) {
      const response = await fetch(`${url}/mail.json?to=${encodeURIComponent(email)}`)
      return (await response.json()) as InboxMail[]
    },
    async textsTo(phone: string) {
      const response = await fetch(`${url}/texts.json?to=${encodeURIComponent(phone)}`)
      return (await response.json()) as InboxText[]
    },
    set: (some: Faults) => faults('mail', 'POST', some),
    unset: () => faults('mail', 'DELETE'),
    setTexts: (some: Faults) => faults('texts', 'POST', some),
    unsetTexts: () => faults('texts', 'DELETE'),
    /** The outbox's jobs about an order, a person, an address or a number. */
    jobsOf,
    /** So many of them were tried and failed; answers how many by then. */
    triedInVain,
    /**
     * Queues two hundred more of what failed. Returns how many of them fail, at least `min`, and in how
     * many seconds. A failed batch of ten counts when the worker's pause after it is over.
     */
    async crowdOf(whom: string, min: number) {
      const before = await triedInVain(whom)
      const began = performance.now()
      await sql`
        insert into pgboss.job (name, data, retry_limit, retry_delay)
        select name, data, retry_limit, 3600 from pgboss.job, generate_series(1, 200)
        where ${isAbout(whom)}`.execute(db)
      const tried = (await triedInVain(whom, before + min)) - before
      return { tried, seconds: (performance.now() - began) / 1000 }
    },
    /** What waits for its next try is due now; what is being tried in vain at this moment, too. */
    async hurry(whom: string) {
      await waitUntil('no try is under way', async () => {
        const { rows } = await sql`select from pgboss.job
          where ${isAbout(whom)} and state = 'active'`.execute(db)
        return rows.length === 0
      })
      await sql`update pgboss.job set start_after = now()
        where ${isAbout(whom)} and state < 'active'`.execute(db)
    },
  }
}

interface Faults {
  refuse?: boolean
  delayMs?: number
}

const isAbout = (whom: string) =>
  sql`${whom} in (data ->> 'orderId', data ->> 'userId', data ->> 'email', data ->> 'to')`
