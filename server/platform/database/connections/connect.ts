import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Config } from '../../../config.ts'
import type { Database } from '../schema.ts'
import { DisconnectingClient } from './disconnecting-pg-client.ts'
import { PreparingClient } from './prepared-statements.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

const INT8 = 20
const NUMERIC = 1700

// 64-bit integers are counts and positions, and numerics are weights. A number can hold both.
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)

export interface ConnectOptions {
  connections?: number
  connectMs?: number
  statementMs?: number
  lockMs?: number
  /** Maximum idle time between statements of a transaction. */
  idleMs?: number
  /** Timeout of the client, in case PostgreSQL does not respond within `statementMs`. */
  queryTimeoutMs?: number
  /** False if a pooler does not support prepared statements. */
  prepared?: boolean
  /** True if there is a pooler, which rejects session timeouts. `setRoleTimeouts` then sets them on the role. */
  pooled?: boolean
}

/** Returns the connection options that the settings contain. */
export function connectOptionsFrom(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databasePrepared' | 'limits'>,
): ConnectOptions {
  return {
    ...config.limits.database,
    prepared: config.databasePrepared,
    pooled: isPooled(config),
  }
}

/** True if a separate URL bypasses a pooler. */
export function isPooled(config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): boolean {
  return config.databaseDirectUrl !== config.databaseUrl
}

/** Returns the timeouts of a session in milliseconds, by PostgreSQL's names. */
export function sessionTimeouts({
  statementMs = 15_000,
  lockMs = 10_000,
  idleMs = 15_000,
}: ConnectOptions = {}) {
  return {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleMs,
  }
}

/**
 * Opens a connection pool. Default timeouts: 5 s to connect, 15 s for a statement, 10 s for a lock, 15 s idle in a
 * transaction. `onError` receives errors of idle connections.
 */
export function connect(
  databaseUrl: string,
  onError: (error: Error) => void,
  options: ConnectOptions = {},
) {
  const { connections = 20, connectMs = 5_000, prepared = true, pooled = false } = options
  const timeouts = sessionTimeouts(options)
  const pool = new pg.Pool({
    Client: prepared ? PreparingClient : DisconnectingClient,
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    ...(!pooled && timeouts),
    query_timeout: options.queryTimeoutMs ?? timeouts.statement_timeout + 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'freehub',
  })
  pool.on('error', onError)
  // Without a handler, an 'error' event ends the process. The next statement on the connection
  // fails anyway.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db }
}
