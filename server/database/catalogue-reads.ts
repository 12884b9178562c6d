import type { FastifyBaseLogger } from 'fastify'
import { type ControlledTransaction, sql } from 'kysely'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { connect, type Db, wayOf } from './connect.ts'
import { type ChangePositions, HERE, hasReached, replayed } from './log-position.ts'
import { Refused } from './refused.ts'
import type { Database } from './schema.ts'

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
  counts: Record<'replica' | 'behind' | 'away' | 'unknown', number>
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
/** One that does not say within this time how far it is counts as away. */
const SAYS_WITHIN_MS = 1_000
const STATEMENT_MS = 5_000

/** What a server that is there says of one statement: as that it stood in the way of the replay. */
const OF_ONE_STATEMENT = /^(40|22|23|42)/

/** Reads of the catalogue, from the replica where there is one. */
export function catalogueReads(deps: Deps): CatalogueReads {
  const { db, config, log, positions, onChange, lookEveryMs = LOOK_EVERY_MS } = deps
  const counts = { replica: 0, behind: 0, away: 0, unknown: 0 }
  const readUrl = config.databaseReadUrl
  if (!readUrl)
    return { read: (use) => use(db), readExact: (use) => use(db), counts, async close() {} }

  const open = () =>
    connect(readUrl, () => {}, {
      ...wayOf(config),
      // Each transaction brings its limits, with and without a pooler.
      pooled: true,
      connectMs: SAYS_WITHIN_MS,
      statementMs: STATEMENT_MS,
      answerMs: STATEMENT_MS,
    })
  let replica = open()
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
    try {
      const { tx, place } = await begin()
      if (hasReached(place, needed)) return await finish(tx, use)
      await tx.rollback().execute()
    } catch (error) {
      if (!(error instanceof Error) || error instanceof Refused) throw error
      if (!isOfOneStatement(error)) leaveReplica(error)
      return fromPrimary('away', use)
    }
    return fromPrimary('behind', use)
  }

  /** The place is asked for first, and each later statement sees what was replayed by then, or more. */
  async function begin() {
    const opening = replica.db
      .startTransaction()
      .setIsolationLevel('read committed')
      .setAccessMode('read only')
      .execute()
    const asking = opening.then((tx) => orRollback(tx, () => placeOf(tx)))
    return within(SAYS_WITHIN_MS, asking, ({ tx }) => tx.rollback().execute())
  }

  async function finish<T>(tx: Reading, use: (db: Db) => Promise<T>): Promise<T> {
    const value = await orRollback(tx, async () => {
      const used = await use(tx)
      await tx.commit().execute()
      return used
    })
    counts.replica += 1
    return value
  }

  function fromPrimary<T>(why: 'behind' | 'away' | 'unknown', use: (db: Db) => Promise<T>) {
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
    async close() {
      closed = true
      clearInterval(timer)
      // One that hangs does not hold up the end.
      await within(SAYS_WITHIN_MS, replica.pool.end(), () => {}).catch(() => {})
    },
  }
}

async function placeOf(tx: Reading) {
  const { rows } = await sql<{ place: string | null }>`
    select ${replayed} as place,
      set_config('statement_timeout', ${String(STATEMENT_MS)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(2 * STATEMENT_MS)}, true)`.execute(
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

function isOfOneStatement(error: unknown): boolean {
  return OF_ONE_STATEMENT.test((error as { code?: string }).code ?? '')
}

/** What comes too late is undone. */
async function within<T>(ms: number, promise: Promise<T>, undo: (late: T) => unknown): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new Error(`no answer within ${ms} ms`))
    promise.then(undo).catch(() => {})
  }, ms)
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
