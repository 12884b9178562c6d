import pg from 'pg'
import { type Config, ConfigError } from '../../../config.ts'
import { isPooled, sessionTimeouts } from './connect.ts'
import { CONNECT_TIMEOUT_MS, withDirectConnection } from './direct-connection.ts'
import { requireConnection } from './require-database.ts'

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'limits' | 'workers'>

const INSUFFICIENT_PRIVILEGE = '42501'
/** Error codes if two processes set the timeouts at the same time. Both set the same values. */
const CONCURRENT_CHANGE = /^(XX000|40001)$/

/**
 * Number of connections of each process that bypass a pooler: one for LISTEN, and one with which the process is leader
 * or tries to become leader.
 */
const DIRECT_CONNECTIONS = 2
/** The connection of batches of orders. */
const BATCH_CONNECTIONS = 1
/** The connection of an import. */
const SHARED_CONNECTIONS = 1

/**
 * Sets the timeouts on the database role if there is a pooler in transaction mode, because it
 * rejects session parameters. Returns a warning if the timeouts do not apply yet. Throws a
 * ConfigError if the role may not change them, or if the pooler is unavailable.
 */
export async function setRoleTimeouts(
  config: Omit<DatabaseConfig, 'workers'>,
): Promise<string | undefined> {
  if (!isPooled(config)) return undefined
  const timeouts = sessionTimeouts(config.limits.database)
  // The direct connection comes first, so that new connections of the pooler start with the timeouts.
  await runStatements(
    config.databaseDirectUrl,
    await listNeededStatements(config.databaseDirectUrl, timeouts),
  )
  await requireConnection('DATABASE_URL', config.databaseUrl)
  const missing = await listNeededStatements(config.databaseUrl, timeouts)
  if (missing.length === 0) return undefined
  return `The pooler has connections from before the timeouts were set: let it reconnect. If this warning stays, the pooler uses another role; then run:\n${missing.join(';\n')};`
}

/** Returns an `alter role` statement for each timeout that a new session does not have. */
async function listNeededStatements(databaseUrl: string, timeouts: object): Promise<string[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ statement: string }>(
      `select format('alter role %I in database %I set %s = %s',
        session_user, current_database(), name, value) as statement
      from json_each_text($1) join pg_settings on name = key where setting <> value`,
      [JSON.stringify(timeouts)],
    )
    return rows.map(({ statement }) => statement)
  } finally {
    await client.end().catch(() => {})
  }
}

async function runStatements(databaseDirectUrl: string, statements: string[]): Promise<void> {
  if (statements.length === 0) return
  await withDirectConnection(databaseDirectUrl, 'freehub-limits', async (client) => {
    for (const statement of statements) {
      await client.query(statement).catch((error) => {
        if (error.code === INSUFFICIENT_PRIVILEGE)
          throw new ConfigError(
            `With a pooler, timeouts must be settings of the database role, and this role may not change them. Ask a database administrator to run:\n${statements.join(';\n')};`,
          )
        if (!CONCURRENT_CHANGE.test(error.code)) throw error
      })
    }
  })
}

/** Returns a warning if PostgreSQL accepts too few connections for this machine's processes. */
export async function checkConnectionLimit(config: DatabaseConfig): Promise<string | undefined> {
  const { database, jobs } = config.limits
  // A pooler limits the other connections.
  const perProcess = isPooled(config)
    ? DIRECT_CONNECTIONS
    : database.connections + jobs.connections + BATCH_CONNECTIONS + DIRECT_CONNECTIONS
  const needed = config.workers * perProcess + SHARED_CONNECTIONS
  const available = await readMaxConnections(config.databaseDirectUrl)
  if (needed <= available) return undefined
  return `PostgreSQL accepts ${available} connections (max_connections without reserved ones), but this shop may open ${needed}: WORKERS (${config.workers}) times ${perProcess}, and ${SHARED_CONNECTIONS}. Raise max_connections, or lower DATABASE_CONNECTIONS_MAX, JOBS_CONNECTIONS_MAX or WORKERS.`
}

function readMaxConnections(databaseDirectUrl: string): Promise<number> {
  return withDirectConnection(databaseDirectUrl, 'freehub-limits', async (client) => {
    // PostgreSQL 15 has no reserved_connections.
    const { rows } = await client.query<{ available: number }>(
      `select current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as available`,
    )
    return rows[0]?.available as number
  })
}
