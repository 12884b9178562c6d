import type { FastifyBaseLogger } from 'fastify'
import { type ControlledTransaction, sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../../../config.ts'
import { connect, connectOptionsFrom, type Db } from '../connections/connect.ts'
import type { Database } from '../schema.ts'
import {
  type ChangePositions,
  CURRENT_POSITION,
  hasReached,
  replayedPosition,
} from './log-position.ts'

/** Reads the catalogue from the replica or the primary. */
export interface CatalogueReads {
  /**
   * Reads from the replica if it has all changes whose log position this process knows, else from the primary.
   * Callers that cache the result must invalidate it again in `onChange`.
   */
  read<T>(use: (db: Db) => Promise<T>): Promise<T>
  /** Reads at least all changes that this process has made or received. */
  readExact<T>(use: (db: Db) => Promise<T>): Promise<T>
  /** Number of reads from the replica, and of reads from the primary by reason. */
  counts: Record<'used' | 'behind' | 'busy' | 'unavailable' | 'unknown', number>
  /** The pool of the replica, if there is one. It is replaced when the replica fails. */
  pool(): pg.Pool | undefined
  close(): Promise<void>
}

type ReadTransaction = ControlledTransaction<Database>

interface Deps {
  db: Db
  pool: pg.Pool
  config: Pick<
    Config,
    'databaseUrl' | 'databaseDirectUrl' | 'databaseReadUrl' | 'databasePrepared' | 'limits'
  >
  log: FastifyBaseLogger
  positions: ChangePositions
  /** Called when any data may have changed. */
  onChange: () => void
  checkEveryMs?: number
}

/** Maximum lag of a replica that is read, also if a message about a change was lost. */
const CHECK_EVERY_MS = 5_000

/** Creates the catalogue reads. Without a replica, all of them go to the primary. */
export function createCatalogueReads(deps: Deps): CatalogueReads {
  const { db, config, log, positions, onChange, checkEveryMs = CHECK_EVERY_MS } = deps
  const counts = { used: 0, behind: 0, busy: 0, unavailable: 0, unknown: 0 }
  const readUrl = config.databaseReadUrl
  // A replica that does not report its position within `connectMs` counts as unavailable.
  const { connectMs, statementMs } = config.limits.replica
  if (!readUrl)
    return {
      read: (use) => use(db),
      readExact: (use) => use(db),
      counts,
      pool: () => undefined,
      async close() {},
    }

  const open = () =>
    connect(readUrl, () => {}, {
      ...connectOptionsFrom(config),
      // Each transaction sets its own timeouts, with or without a pooler.
      pooled: true,
      connectMs,
      statementMs,
      queryTimeoutMs: statementMs + connectMs,
    })
  let replica = open()
  let reading = 0
  let isUnavailable = false
  let closed = false
  let isChecking = false
  const timer = setInterval(checkServers, checkEveryMs).unref()
  checkServers()

  /** Reads the primary's position, and tries to reach an unavailable replica again. */
  async function checkServers() {
    if (isChecking) return
    isChecking = true
    await Promise.allSettled([readPrimaryPosition(), isUnavailable && reconnectReplica()])
    isChecking = false
  }

  async function readPrimaryPosition() {
    const count = positions.count()
    const hadPendingChanges = positions.hasPendingChanges()
    const { rows } = await deps.pool.query<{ here: string }>(`select ${CURRENT_POSITION} as here`)
    positions.recordPosition(rows[0]?.here as string, count)
    if (hadPendingChanges) onChange()
  }

  async function reconnectReplica() {
    const { tx } = await beginRead()
    await tx.rollback().execute()
    if (closed || !isUnavailable) return
    isUnavailable = false
    log.info('the replica is available again')
  }

  async function read<T>(use: (db: Db) => Promise<T>): Promise<T> {
    const needed = positions.needed()
    if (!needed || isUnavailable) return readPrimary(needed ? 'unavailable' : 'unknown', use)
    // Reads never queue for the pool, so a connection that takes long always means a slow replica.
    if (reading >= replica.pool.options.max) return readPrimary('busy', use)
    reading += 1
    try {
      return await readFromReplica(needed, use)
    } finally {
      reading -= 1
    }
  }

  async function readFromReplica<T>(needed: string, use: (db: Db) => Promise<T>): Promise<T> {
    const started = await beginRead().catch(abandonReplica)
    if (!started) return readPrimary('unavailable', use)
    const { tx, position } = started
    if (!hasReached(position, needed)) {
      await tx.rollback().execute().catch(abandonReplica)
      return readPrimary('behind', use)
    }
    try {
      const value = await use(tx)
      await tx.commit().execute()
      counts.used += 1
      return value
    } catch (error) {
      // If the rollback succeeds, the replica works and the statement or the caller failed.
      const isConnected = await withTimeout(connectMs, tx.rollback().execute(), () => {}).then(
        () => true,
        () => false,
      )
      if (!isConnected) abandonReplica(error)
      // The primary repeats what PostgreSQL refused, such as for a conflict with recovery. Other errors are bugs.
      else if (!(error instanceof pg.DatabaseError)) throw error
      return readPrimary('unavailable', use)
    }
  }

  async function beginRead() {
    const opening = replica.db
      .startTransaction()
      .setIsolationLevel('read committed')
      .setAccessMode('read only')
      .execute()
      .then(readPosition)
    return withTimeout(connectMs, opening, ({ tx }) => tx.rollback().execute())
  }

  /** Reads the position first: each later statement sees at least what was replayed by then. */
  async function readPosition(tx: ReadTransaction) {
    try {
      const { rows } = await sql<{ position: string | null }>`
        select ${replayedPosition} as position,
          set_config('statement_timeout', ${String(statementMs)}, true),
          set_config('idle_in_transaction_session_timeout', ${String(2 * statementMs)}, true)
      `.execute(tx)
      return { tx, position: rows[0]?.position ?? null }
    } catch (error) {
      tx.rollback()
        .execute()
        .catch(() => {})
      throw error
    }
  }

  function readPrimary<T>(
    reason: 'behind' | 'busy' | 'unavailable' | 'unknown',
    use: (db: Db) => Promise<T>,
  ) {
    counts[reason] += 1
    return use(db)
  }

  /** Replaces the pool without waiting: the old connections may hang for long. */
  function abandonReplica(error: unknown) {
    if (isUnavailable || closed) return
    isUnavailable = true
    log.warn({ err: error }, 'the replica is unavailable; reading from the primary')
    replica.db.destroy().catch(() => {})
    replica = open()
  }

  return {
    read,
    readExact: (use) => (positions.hasPendingChanges() ? readPrimary('unknown', use) : read(use)),
    counts,
    pool: () => replica.pool,
    async close() {
      closed = true
      clearInterval(timer)
      // A replica that hangs must not delay shutdown.
      await withTimeout(connectMs, replica.pool.end(), () => {}).catch(() => {})
    },
  }
}

/** Rejects after `ms`. A result that arrives later is passed to `undo`. */
async function withTimeout<T>(
  ms: number,
  promise: Promise<T>,
  undo: (late: T) => unknown,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Error(`no answer within ${ms} ms`))
    promise.then(undo).catch(() => {})
  }, ms)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
