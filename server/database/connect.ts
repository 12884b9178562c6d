import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './prepared.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

const INT8 = 20
const NUMERIC = 1700

/** 64-bit integers here are counts and positions, and numerics are weights: both fit a number. */
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)

/**
 * Opens a pool on a PostgreSQL URL. Every wait is bounded: 5 s for a connection, 15 s for a
 * statement where nothing else is said, 10 s for a lock. `onError` hears of idle connections that
 * break.
 */
export function connect(
  databaseUrl: string,
  onError: (error: Error) => void,
  { statementMs = 15_000 } = {},
) {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: databaseUrl,
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + 5_000,
    keepAlive: true,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'freehub',
  })
  pool.on('error', onError)
  // One that breaks in the middle of a transaction says so to nobody but itself, and what nobody
  // hears ends the process. The next statement on it fails, and so whoever uses it knows.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db }
}
