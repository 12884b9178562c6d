import type { FastifyBaseLogger } from 'fastify'
import { type ControlledTransaction, sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../../../config.ts'
import { connect, type Db, wayOf } from '../connections/connect.ts'
import type { Database } from '../schema.ts'
import { type ChangePositions, HERE, hasReached, replayed } from './log-position.ts'

/** Where the catalogue is read. */
export interface CatalogueReads {
  /**
   * Reads from a replica that has everything of which this process knows where in the log it is, else
   * from the primary. Whoever keeps the answer drops it once more when the place of a change is known.
   */
  read<T>(use: (db: Db) => Promise<T>): Promise<T>
  /** The same, but never without a change that this process has made or heard of. */
  readExact<T>(use: (db: Db) => Promise<T>): Promise<T>
  /** How often it was read where, and why not from the replica. */
  counts: Record<'replica' | 'behind' | 'busy' | 'away' | 'unknown', number>
  /** The replica's, if there is one: another each time that it was left. */
  pool(): pg.Pool | undefined
  close(): Promise<void>
}

type Reading = ControlledTransaction<Database>

interface Deps {
  db: Db
  pool: pg.Pool
  config: Pick<
    Config,
    'databaseUrl' | 'databaseDirectUrl' | 'databaseReadUrl' | 'databasePrepared' | 'limits'
  >
  log: FastifyBaseLogger
  positions: ChangePositions
  /** Hears that anything may have changed. */
  onChange: () => void
  lookEveryMs?: number
}

/** So late is a replica at most that is read, also where a message was lost. */
const LOOK_EVERY_MS = 5_000

/** Reads of the catalogue, from the replica where there is one. */
export function catalogueReads(deps: Deps): CatalogueReads {
  const { db, config, log, positions, onChange, lookEveryMs = LOOK_EVERY_MS } = deps
  const counts = { replica: 0, behind: 0, busy: 0, away: 0, unknown: 0 }
  const readUrl = config.databaseReadUrl
  // One that does not say within `connectMs` how far it is counts as away.
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
      ...wayOf(config),
      // Each transaction brings its limits, with and without a pooler.
      pooled: true,
      connectMs,
      statementMs,
      answerMs: statementMs + connectMs,
    })
  let replica = open()
  let reading = 0
  let isAway = false
  let closed = false
  let isLooking = false
  const timer = setInterval(look, lookEveryMs).unref()
  look()

  /** Asks the primary where it is, and an absent replica whether it is there again. */
  function look() {
    if (isLooking) return
    isLooking = true
    void Promise.allSettled([placeChanges(), isAway && findReplica()]).then(() => {
      isLooking = false
    })
  }

  async function placeChanges() {
    const count = positions.count()
    const wasOpen = positions.isOpen()
    const { rows } = await deps.pool.query<{ here: string }>(`select ${HERE} as here`)
    positions.reached(rows[0]?.here as string, count)
    if (wasOpen) onChange()
  }

  async function findReplica() {
    const { tx } = await begin()
    await tx.rollback().execute()
    if (closed || !isAway) return
    isAway = false
    log.info('the replica is read again')
  }

  async function read<T>(use: (db: Db) => Promise<T>): Promise<T> {
    const needed = positions.needed()
    if (!needed || isAway) return fromPrimary(needed ? 'away' : 'unknown', use)
    // Nobody waits for a connection: one that is late is so by the replica's fault.
    if (reading >= replica.pool.options.max) return fromPrimary('busy', use)
    reading += 1
    try {
      return await readReplica(needed, use)
    } finally {
      reading -= 1
    }
  }

  async function readReplica<T>(needed: string, use: (db: Db) => Promise<T>): Promise<T> {
    const begun = await begin().catch(leaveReplica)
    if (!begun) return fromPrimary('away', use)
    const { tx, place } = begun
    if (!hasReached(place, needed)) {
      await tx.rollback().execute().catch(leaveReplica)
      return fromPrimary('behind', use)
    }
    try {
      const value = await use(tx)
      await tx.commit().execute()
      counts.replica += 1
      return value
    } catch (error) {
      // Where that is still answered, it was the statement's fault, or no statement's.
      const isThere = await within(connectMs, tx.rollback().execute(), () => {}).then(
        () => true,
        () => false,
      )
      if (!isThere) leaveReplica(error)
      else if (!isOfDatabase(error)) throw error
      return fromPrimary('away', use)
    }
  }

  /** The place is asked for first, and each later statement sees what was replayed by then, or more. */
  async function begin() {
    const opening = replica.db
      .startTransaction()
      .setIsolationLevel('read committed')
      .setAccessMode('read only')
      .execute()
    const asking = opening.then((tx) => orRollback(tx, () => placeOf(tx, statementMs)))
    return within(connectMs, asking, ({ tx }) => tx.rollback().execute())
  }

  function fromPrimary<T>(
    why: 'behind' | 'busy' | 'away' | 'unknown',
    use: (db: Db) => Promise<T>,
  ) {
    counts[why] += 1
    return use(db)
  }

  /** Its connections may hang for long: they are left to end by themselves. */
  function leaveReplica(error: unknown) {
    if (isAway || closed) return
    isAway = true
    log.warn({ err: error }, 'the replica does not answer: the primary is read')
    replica.db.destroy().catch(() => {})
    replica = open()
  }

  return {
    read,
    readExact: (use) => (positions.isOpen() ? fromPrimary('unknown', use) : read(use)),
    counts,
    pool: () => replica.pool,
    async close() {
      closed = true
      clearInterval(timer)
      // One that hangs does not hold up the end.
      await within(connectMs, replica.pool.end(), () => {}).catch(() => {})
    },
  }
}

async function placeOf(tx: Reading, statementMs: number) {
  const { rows } = await sql<{ place: string | null }>`
    select ${replayed} as place,
      set_config('statement_timeout', ${String(statementMs)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(2 * statementMs)}, true)`.execute(
    tx,
  )
  return { tx, place: rows[0]?.place ?? null }
}

async function orRollback<T>(tx: Reading, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    tx.rollback()
      .execute()
      .catch(() => {})
    throw error
  }
}

/** PostgreSQL said it, as that a statement stood in the way of the replay; else somebody made a mistake. */
const isOfDatabase = (error: unknown) => error instanceof pg.DatabaseError

/** What comes too late is undone. */
async function within<T>(ms: number, promise: Promise<T>, undo: (late: T) => unknown): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Error(`no answer within ${ms} ms`))
    promise.then(undo).catch(() => {})
  }, ms)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
