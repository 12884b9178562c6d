import type pg from 'pg'
import { LEADER_LOCK } from '../database/advisory-lock-keys.ts'
import { openDirectConnection } from '../database/connections/direct-connection.ts'

/** Age of an unrenewed lease at which another process may become leader. Longer than any scheduled job. */
const LEASE_MS = 90_000
const QUERY_TIMEOUT_MS = 5_000

export type LeaderElection = ReturnType<typeof createLeaderElection>

/**
 * Elects one process as leader with an advisory lock. PostgreSQL ends a connection that is idle for
 * `leaseMs`, so another process replaces a leader that does not respond. Both may act as leader
 * until the old one tries to renew its lease.
 */
export function createLeaderElection(
  databaseDirectUrl: string,
  { leaseMs = LEASE_MS, queryTimeoutMs = QUERY_TIMEOUT_MS } = {},
) {
  let leaderClient: pg.Client | undefined

  async function tryToBecomeLeader(): Promise<boolean> {
    const opened = await openDirectConnection(databaseDirectUrl, 'freehub-leader')
    try {
      const query = {
        text: `select set_config('idle_session_timeout', $1, false), pg_try_advisory_lock($2) as held`,
        values: [String(leaseMs), LEADER_LOCK],
        query_timeout: queryTimeoutMs,
      }
      const { rows } = await opened.query(query)
      if (rows[0].held) leaderClient = opened
    } finally {
      if (leaderClient !== opened) await endConnection(opened)
    }
    return leaderClient === opened
  }

  /** Renews the lease with a query, because any query resets the idle timeout. */
  async function renewLease(client: pg.Client): Promise<boolean> {
    const query = { text: 'select 1', query_timeout: queryTimeoutMs }
    const isAlive = await client.query(query).then(
      () => true,
      () => false,
    )
    if (!isAlive) await endConnection(client)
    return isAlive
  }

  async function endConnection(ended: pg.Client | undefined): Promise<void> {
    if (leaderClient === ended) leaderClient = undefined
    await ended?.end().catch(() => {})
  }

  return {
    /** Renews the lease, or acquires it if it is free. Throws if the database does not respond to an acquisition. */
    isLeader: async () => (leaderClient ? renewLease(leaderClient) : tryToBecomeLeader()),
    release: () => endConnection(leaderClient),
  }
}
