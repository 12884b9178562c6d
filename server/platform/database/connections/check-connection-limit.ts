import type { Config } from '../../../config.ts'
import { isPooled } from './connect.ts'
import { openSession } from './session.ts'

/** Each process has one connection for LISTEN, besides its pool and the job queue's pool. */
const LISTENERS_PER_PROCESS = 1
/** One process holds the leader's session, and one the import lock's. */
const SHARED_CONNECTIONS = 2

/**
 * Returns a warning if PostgreSQL accepts fewer connections than the processes of this machine may open.
 * Connections of other programs are not counted.
 */
export async function checkConnectionLimit(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'limits' | 'workers'>,
): Promise<string | undefined> {
  const { database, jobs } = config.limits
  // A pooler limits the rest.
  const perProcess = isPooled(config)
    ? LISTENERS_PER_PROCESS
    : database.connections + jobs.connections + LISTENERS_PER_PROCESS
  const needed = config.workers * perProcess + SHARED_CONNECTIONS
  const available = await readMaxConnections(config.databaseDirectUrl)
  if (needed <= available) return undefined
  return `PostgreSQL accepts ${available} connections (max_connections without reserved ones), but this shop may open ${needed}: WORKERS (${config.workers}) times ${perProcess}, and ${SHARED_CONNECTIONS}. Raise max_connections, or lower DATABASE_CONNECTIONS_MAX, JOBS_CONNECTIONS_MAX or WORKERS.`
}

async function readMaxConnections(databaseDirectUrl: string): Promise<number> {
  const session = await openSession(databaseDirectUrl, 'freehub-limits')
  try {
    // PostgreSQL 15 has no reserved_connections.
    const { rows } = await session.query<{ available: number }>(
      `select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as available`,
    )
    return rows[0]?.available as number
  } finally {
    await session.end()
  }
}
