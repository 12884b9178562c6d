import { sql } from 'kysely'
import { IMPORT_LOCK } from '../../../platform/database/advisory-lock-keys.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { openDirectConnection } from '../../../platform/database/connections/direct-connection.ts'
import { isDatabaseOutage } from '../../../platform/http/problems.ts'
import type { Shop } from '../../../platform/open-platform.ts'
import { applyRows, takePendingRows } from './apply-rows.ts'
import { abortImport } from './cancel-import.ts'
import { readImportFile } from './read-import-file.ts'
import type { ImportContext, PendingRow } from './write-parts.ts'

export interface ImportRunner {
  /** Starts to read or apply the next import in the background, if there is one. */
  wakeUp(): void
  /** Stops after the current batch. The import continues in another process or after a restart. */
  stop(): Promise<void>
}

const RETRY_MS = 1_000

/** Two batches use two CPU cores and leave capacity for orders. */
const CONCURRENCY = 2

/** An import that fails this often in one process is ended, so that another import can start. */
const MAX_FAILURES = 5
const GIVE_UP_MESSAGE =
  'The import failed several times and was stopped. See the server log for details.'

/**
 * Creates the runner, which applies each row once. It takes a session lock, so that only one process works on imports
 * at a time.
 */
export function createImportRunner(shop: Shop): ImportRunner {
  const { db, config, log } = shop
  let isStopped = false
  let currentWork: Promise<void> | undefined
  let isRequested = false
  let retryTimer: NodeJS.Timeout | undefined
  /** Number of failures by import in this process, without database outages. */
  const failureCounts = new Map<string, number>()

  function wakeUp() {
    if (isStopped) return
    isRequested = true
    currentWork ??= workWhileRequested().finally(() => {
      currentWork = undefined
      if (isRequested && !isStopped) wakeUp()
    })
  }

  async function workWhileRequested() {
    while (isRequested && !isStopped) {
      isRequested = false
      await processDueImport().catch((error) => log.error({ err: error }, 'an import failed'))
    }
  }

  async function processDueImport() {
    const work = await checkForWork(db)
    if (work === 'none') return
    // The process that holds the lock may have looked for imports just before a new import was added.
    if (work === 'taken' || !(await processWithLock())) retryLater()
  }

  function retryLater() {
    clearTimeout(retryTimer)
    retryTimer = setTimeout(wakeUp, RETRY_MS).unref()
  }

  /** Processes the next import under the lock. Returns false if another process holds the lock or the lock was lost. */
  async function processWithLock(): Promise<boolean> {
    let hasLock = true
    const client = await openDirectConnection(config.databaseDirectUrl, 'freehub-import', () => {
      hasLock = false
    })
    try {
      const { rows } = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1) as locked',
        [IMPORT_LOCK],
      )
      if (!rows[0]?.locked) return false
      await processNextImport(() => hasLock && !isStopped)
      return hasLock
    } finally {
      await client.end()
    }
  }

  async function processNextImport(canContinue: () => boolean) {
    const pending = await selectPendingImports(db)
      .select(['id', 'state', 'file_name', 'applied_by'])
      .executeTakeFirst()
    if (!pending) return
    const { id, applied_by, file_name } = pending
    const work =
      pending.state === 'reading'
        ? readImportFile(db, id, canContinue)
        : applyRemainingRows(
            { importId: id, byUser: applied_by as string, fileName: file_name },
            canContinue,
          )
    await work.catch(async (error) => {
      if (!isDatabaseOutage(error)) await recordFailure(id)
      throw error
    })
  }

  async function recordFailure(id: string) {
    const failures = (failureCounts.get(id) ?? 0) + 1
    failureCounts.set(id, failures)
    if (failures >= MAX_FAILURES) await abortImport(db, id, GIVE_UP_MESSAGE)
  }

  /** Applies batches, up to `CONCURRENCY` at a time. Finishes the import when no row is pending and no batch runs. */
  async function applyRemainingRows(context: ImportContext, canContinue: () => boolean) {
    const running: Promise<void>[] = []
    let after = 0
    try {
      while (canContinue()) {
        const pendingRows = await takePendingRows(db, context, after)
        after = pendingRows.at(-1)?.row ?? after
        if (pendingRows.length > 0) running.push(startBatch(context, pendingRows))
        else if (running.length === 0) return await finishImport(db, context.importId)
        if (running.length === CONCURRENCY || pendingRows.length === 0) await running.shift()
      }
    } finally {
      await Promise.allSettled(running)
    }
  }

  function startBatch(context: ImportContext, pendingRows: PendingRow[]): Promise<void> {
    const applied = applyRows(shop, context, pendingRows)
    // `applyRemainingRows` awaits the batch later. Until then, a rejection must not count as
    // unhandled.
    applied.catch(() => {})
    return applied
  }

  return {
    wakeUp,
    async stop() {
      isStopped = true
      clearTimeout(retryTimer)
      await currentWork
    },
  }
}

const selectPendingImports = (db: Db) =>
  db.selectFrom('part_imports').where('state', 'in', ['reading', 'applying'])

/**
 * Returns whether an import is pending, and if so, whether its lock is taken. Reads pg_locks, because a waiting process
 * repeats this each second and should not open a connection for it.
 */
async function checkForWork(db: Db): Promise<'none' | 'taken' | 'pending'> {
  const isTaken = sql<boolean>`exists (select from pg_locks
    where locktype = 'advisory' and granted and objid = ${IMPORT_LOCK} and objsubid = 1
      and database = (select oid from pg_database where datname = current_database()))`
  const pending = await selectPendingImports(db).select(isTaken.as('is_taken')).executeTakeFirst()
  if (!pending) return 'none'
  return pending.is_taken ? 'taken' : 'pending'
}

async function finishImport(db: Db, importId: string): Promise<void> {
  await db
    .updateTable('part_imports')
    .set({ state: 'applied', applied_at: sql<Date>`now()` })
    .where('id', '=', importId)
    .where('state', '=', 'applying')
    .execute()
}
