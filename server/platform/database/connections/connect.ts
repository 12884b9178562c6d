import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Config } from '../../../config.ts'
import { PreparingClient } from '../prepared.ts'
import type { Database } from '../schema.ts'
import { LeavingClient } from './leaving-client.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

const INT8 = 20
const NUMERIC = 1700

/** 64-bit integers here are counts and positions, and numerics are weights: both fit a number. */
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)

export interface Way {
  connections?: number
  connectMs?: number
  statementMs?: number
  lockMs?: number
  /** How long a transaction may be open without a statement. */
  idleMs?: number
  /** How long an answer is waited for, should PostgreSQL not keep its limit. */
  answerMs?: number
  /** False behind a pooler that knows nothing of prepared statements. */
  prepared?: boolean
  /** True behind a pooler, which refuses a session's own limits: hold-limits.ts gives them to the role. */
  pooled?: boolean
}

/** The way that the settings say. */
export function wayOf(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databasePrepared' | 'limits'>,
): Way {
  return {
    ...config.limits.database,
    prepared: config.databasePrepared,
    pooled: isPooled(config),
  }
}

/** There is a pooler where another address leads past it. */
export function isPooled(config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): boolean {
  return config.databaseDirectUrl !== config.databaseUrl
}

/** How long PostgreSQL lets a session of the shop wait, by its own names, in milliseconds. */
export function sessionLimits({
  statementMs = 15_000,
  lockMs = 10_000,
  idleMs = 15_000,
}: Way = {}) {
  return {
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleMs,
  }
}

/**
 * Opens a pool on a PostgreSQL URL. Every wait is bounded: 5 s for a connection, 15 s for a
 * statement where nothing else is said, 10 s for a lock. `onError` hears of idle connections that
 * break.
 */
export function connect(databaseUrl: string, onError: (error: Error) => void, way: Way = {}) {
  const { connections = 20, connectMs = 5_000, prepared = true, pooled = false } = way
  const limits = sessionLimits(way)
  const pool = new pg.Pool({
    Client: prepared ? PreparingClient : LeavingClient,
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    ...(!pooled && limits),
    query_timeout: way.answerMs ?? limits.statement_timeout + 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'freehub',
  })
  pool.on('error', onError)
  // One that breaks in the middle of a transaction says so to nobody but itself, and what nobody
  // hears ends the process. The next statement on it fails, and so whoever uses it knows.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { pool, db }
}
