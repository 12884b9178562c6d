import type pg from 'pg'
import { openSession } from '../database/connections/session.ts'
import { LEAD_LOCK } from '../database/locks.ts'

/** Longer than any job of a round may take: from a leader that is silent so long it is taken. */
const SILENT_MOST_MS = 90_000
const ANSWERS_WITHIN_MS = 5_000

export interface Lead {
  /** Whether this process leads, or does from now on, as nobody else did. Throws where that cannot be asked. */
  holds(): Promise<boolean>
  /** Leaves it to another. */
  release(): Promise<void>
}

/**
 * Lets one of all processes lead, which does the rounds. The lock ends with the session, and PostgreSQL ends a session of which
 * it hears nothing: a leader that was killed, that hangs, or whose machine is gone is followed by another.
 * For that while two may think that they lead.
 */
export function standForLead(
  databaseDirectUrl: string,
  { silentMostMs = SILENT_MOST_MS, answersWithinMs = ANSWERS_WITHIN_MS } = {},
): Lead {
  let session: pg.Client | undefined

  async function stand(): Promise<boolean> {
    const opened = await openSession(databaseDirectUrl, 'freehub-lead')
    try {
      const question = {
        text: `select set_config('idle_session_timeout', $1, false), pg_try_advisory_lock($2) as held`,
        values: [String(silentMostMs), LEAD_LOCK],
        query_timeout: answersWithinMs,
      }
      const { rows } = await opened.query(question)
      if (rows[0].held) session = opened
    } finally {
      if (session !== opened) await end(opened)
    }
    return session === opened
  }

  /** Being asked anything, PostgreSQL hears of this session. */
  async function isHeard(leading: pg.Client): Promise<boolean> {
    const question = { text: 'select 1', query_timeout: answersWithinMs }
    const heard = await leading.query(question).then(
      () => true,
      () => false,
    )
    if (!heard) await end(leading)
    return heard
  }

  /** At once, also where no answer comes any more. */
  async function end(ended: pg.Client | undefined): Promise<void> {
    if (session === ended) session = undefined
    await ended?.end().catch(() => {})
  }

  return {
    holds: async () => (session ? isHeard(session) : stand()),
    release: () => end(session),
  }
}
