import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../../../config.ts'
import { connect, connectOptionsFrom, type Db, type Tx } from '../connections/connect.ts'
import {
  type ChangePositions,
  CURRENT_POSITION,
  hasReached,
  replayedPosition,
} from './log-position.ts'

/** Reads the catalog from the replica or the primary. */
export interface CatalogReads {
  /**
   * Reads from the replica if it has all changes whose log position this process knows, otherwise
   * from the primary. A caller that caches the result must invalidate it again in `onChange`.
   */
  read<T>(use: (db: Db) => Promise<T>): Promise<T>
  /** Reads from a server that has all changes which this process has made or received. */
  readExact<T>(use: (db: Db) => Promise<T>): Promise<T>
  /** Number of reads from the replica (`used`), and from the primary by reason. */
  counts: Record<'used' | 'behind' | 'busy' | 'unavailable' | 'unknown', number>
  /** The pool of the replica, if there is one. A new pool replaces it when the replica fails. */
  pool(): pg.Pool | undefined
  close(): Promise<void>
}

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

/** Interval of the checks. Reads from the replica lag at most this long, even if a message about a change was lost. */
const CHECK_EVERY_MS = 5_000

/** Creates the catalog reads. Without a replica, all reads use the primary. */
export function createCatalogReads(deps: Deps): CatalogReads {
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

  const connectReplica = () =>
    connect(readUrl, () => {}, {
      ...connectOptionsFrom(config),
      // Each transaction sets its own timeouts, with or without a pooler.
      pooled: true,
      connectMs,
      statementMs,
      queryTimeoutMs: statementMs + connectMs,
    })
  let replica = connectReplica()
  let activeReads = 0
  let isUnavailable = false
  let isClosed = false
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
    const { rows } = await deps.pool.query<{ log_position: string }>(
      `select ${CURRENT_POSITION} as log_position`,
    )
    positions.recordPosition(rows[0]?.log_position as string, count)
    if (hadPendingChanges) onChange()
  }

  async function reconnectReplica() {
    await runOnReplica(async () => {})
    if (isClosed || !isUnavailable) return
    isUnavailable = false
    log.info('the replica is available again')
  }

  async function read<T>(use: (db: Db) => Promise<T>): Promise<T> {
    const needed = positions.neededPosition()
    if (!needed || isUnavailable) return readPrimary(needed ? 'unavailable' : 'unknown', use)
    // Reads never wait for a free connection, so a slow connection always means a slow replica.
    if (activeReads >= replica.pool.options.max) return readPrimary('busy', use)
    activeReads += 1
    try {
      return await readFromReplica(needed, use)
    } finally {
      activeReads -= 1
    }
  }

  async function readFromReplica<T>(needed: string, use: (db: Db) => Promise<T>): Promise<T> {
    let failure: unknown
    let result: { value: T } | undefined
    try {
      result = await runOnReplica(async (tx, position) => {
        if (!hasReached(position, needed)) return undefined
        try {
          return { value: await use(tx) }
        } catch (error) {
          failure = error
          throw error
        }
      })
    } catch (error) {
      // An error that `use` did not throw means that the replica failed.
      if (error !== failure) abandonReplica(error)
      // If PostgreSQL refused a read, such as after a conflict with recovery, the primary repeats
      // it. Other errors are bugs.
      else if (!(error instanceof pg.DatabaseError)) throw error
      return readPrimary('unavailable', use)
    }
    if (!result) return readPrimary('behind', use)
    counts.used += 1
    return result.value
  }

  /**
   * Runs `act` in a transaction of the replica, which must report its position within `connectMs`.
   * Later statements see at least the changes up to this position.
   */
  async function runOnReplica<T>(act: (tx: Tx, position: string | null) => Promise<T>): Promise<T> {
    const { promise: hasResponded, resolve: respond, reject: fail } = Promise.withResolvers<void>()
    const timer = setTimeout(fail, connectMs, new Error(`no response within ${connectMs} ms`))
    const result = replica.db
      .transaction()
      .setIsolationLevel('read committed')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const { rows } = await sql<{ position: string | null }>`
          select ${replayedPosition} as position,
            set_config('statement_timeout', ${String(statementMs)}, true),
            set_config('idle_in_transaction_session_timeout', ${String(2 * statementMs)}, true)
        `.execute(tx)
        respond()
        // Throws after `connectMs`, which ends the transaction.
        await hasResponded
        return act(tx, rows[0]?.position ?? null)
      })
    result.catch(fail)
    await hasResponded.finally(() => clearTimeout(timer))
    return result
  }

  function readPrimary<T>(
    reason: 'behind' | 'busy' | 'unavailable' | 'unknown',
    use: (db: Db) => Promise<T>,
  ) {
    counts[reason] += 1
    return use(db)
  }

  /** Replaces the pool without waiting, because the old connections may not respond for a long time. */
  function abandonReplica(error: unknown) {
    if (isUnavailable || isClosed) return
    isUnavailable = true
    log.warn({ err: error }, 'the replica is unavailable; reading from the primary')
    replica.db.destroy().catch(() => {})
    replica = connectReplica()
  }

  return {
    read,
    readExact: (use) => (positions.hasPendingChanges() ? readPrimary('unknown', use) : read(use)),
    counts,
    pool: () => replica.pool,
    async close() {
      isClosed = true
      clearInterval(timer)
      // A replica that does not respond must not delay the shutdown.
      await Promise.race([replica.pool.end(), wait(connectMs, undefined, { ref: false })])
    },
  }
}
