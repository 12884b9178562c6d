import type { Config } from '../../../config.ts'
import { isPooled } from './connect.ts'
import { openSession } from './session.ts'

/** Beside its pool and those of the jobs a process has one that listens. */
const LISTENS = 1
/** Of all processes one does the rounds, and one works on imports. */
const OF_ALL = 2

/**
 * Answers a sentence where PostgreSQL lets in fewer than the processes of this machine may want to be at
 * a time; what else is connected there is not known here.
 */
export async function fewConnections(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'limits' | 'workers'>,
): Promise<string | undefined> {
  const { database, jobs } = config.limits
  // A pooler holds back the rest.
  const each = isPooled(config) ? LISTENS : database.connections + jobs.connections + LISTENS
  const wanted = config.workers * each + OF_ALL
  const most = await connectionsOf(config.databaseDirectUrl)
  if (wanted <= most) return undefined
  return `PostgreSQL lets in ${most} at a time (max_connections, without what it reserves), and this shop may want ${wanted} connections: WORKERS (${config.workers}) times ${each}, and ${OF_ALL}. Raise max_connections, or lower DATABASE_CONNECTIONS_MAX, JOBS_CONNECTIONS_MAX or WORKERS.`
}

async function connectionsOf(databaseDirectUrl: string): Promise<number> {
  const session = await openSession(databaseDirectUrl, 'freehub-limits')
  try {
    // PostgreSQL 15 reserves none for roles that are not the superuser's.
    const { rows } = await session.query<{ most: number }>(
      `select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as most`,
    )
    return rows[0]?.most as number
  } finally {
    await session.end()
  }
}
