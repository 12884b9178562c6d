import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { openSession } from '../../../platform/database/connections/session.ts'
import { IMPORT_LOCK } from '../../../platform/database/locks.ts'
import { isDatabaseOutage } from '../../../platform/http/problems.ts'
import type { Application, DueRow } from './application.ts'
import { applyRows, readDueRows } from './apply-rows.ts'
import { endImport } from './cancel-import.ts'
import { readImportFile } from './read-import-file.ts'

interface Deps {
  db: Db
  config: Pick<Config, 'databaseDirectUrl'>
  log: FastifyBaseLogger
  partsChanged: (ids: string[]) => void
}

export interface ImportWork {
  /** Looks whether there is an import to be read or applied, and works on it without being waited for. */
  look(): void
  /** Ends the work after the rows that are under way; another process, or the next start, goes on. */
  stop(): Promise<void>
}

const LOOK_AGAIN_MS = 1_000

/** Two use two processors, and leave orders room beside them. */
const AT_ONCE = 2

/** What breaks off as often as this would so for ever, and no other could begin. */
const BREAKS = 5
const GIVEN_UP =
  'The shop broke off several times, and does not go on with it. Its log says what went wrong.'

/**
 * Reads and applies imports in the background: of all processes of the shop the one that holds the lock,
 * which ends with its connection. Where it breaks off, it goes on, each row once.
 */
export function workOnImports({ db, config, log, partsChanged }: Deps): ImportWork {
  let stopped = false
  let working: Promise<void> | undefined
  let again = false
  let waiting: NodeJS.Timeout | undefined
  /** How often imports broke off in this process, outages apart. */
  const breaks = new Map<string, number>()

  function look() {
    if (stopped) return
    again = true
    working ??= workWhileAsked().finally(() => {
      working = undefined
      if (again && !stopped) look()
    })
  }

  async function workWhileAsked() {
    while (again && !stopped) {
      again = false
      await workAlone().catch((error) => log.error({ err: error }, 'an import broke off'))
    }
  }

  async function workAlone() {
    const work = await lookForWork(db)
    if (work === 'none') return
    // Whoever is at work may have looked just before there was something to do.
    if (work === 'taken' || !(await workUnderLock())) lookAgain()
  }

  function lookAgain() {
    clearTimeout(waiting)
    waiting = setTimeout(look, LOOK_AGAIN_MS).unref()
  }

  /** False where another process has the lock. */
  async function workUnderLock(): Promise<boolean> {
    let held = true
    const session = await openSession(config.databaseDirectUrl, 'freehub-import', () => {
      held = false
    })
    try {
      const { rows } = await session.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1) as locked',
        [IMPORT_LOCK],
      )
      if (!rows[0]?.locked) return false
      await workOnNext(() => held && !stopped)
      return true
    } finally {
      await session.end()
    }
  }

  async function workOnNext(goesOn: () => boolean) {
    const found = await dueImports(db)
      .select(['id', 'state', 'file_name', 'applied_by'])
      .executeTakeFirst()
    if (!found) return
    const { id, applied_by, file_name } = found
    const work =
      found.state === 'reading'
        ? readImportFile(db, id, goesOn)
        : apply({ importId: id, byUser: applied_by as string, fileName: file_name }, goesOn)
    await work.catch(async (error) => {
      if (!isDatabaseOutage(error)) await noteBreak(id)
      throw error
    })
  }

  async function noteBreak(id: string) {
    const times = (breaks.get(id) ?? 0) + 1
    breaks.set(id, times)
    if (times >= BREAKS) await endImport(db, id, GIVEN_UP)
  }

  async function apply(application: Application, goesOn: () => boolean) {
    const running: Promise<void>[] = []
    let after = 0
    try {
      while (goesOn()) {
        const due = await readDueRows(db, application, after)
        after = due.at(-1)?.row ?? after
        if (due.length > 0) running.push(begin(application, due))
        else if (running.length === 0) return await finish(db, application.importId)
        if (running.length === AT_ONCE || due.length === 0) await running.shift()
      }
    } finally {
      await Promise.allSettled(running)
    }
  }

  function begin(application: Application, due: DueRow[]): Promise<void> {
    const applied = applyRows(db, application, due).then(partsChanged)
    // It is waited for later: until then nobody listens.
    applied.catch(() => {})
    return applied
  }

  return {
    look,
    async stop() {
      stopped = true
      clearTimeout(waiting)
      await working
    },
  }
}

const dueImports = (db: Db) =>
  db.selectFrom('part_imports').where('state', 'in', ['reading', 'applying'])

/** Asked without a session of one's own: who waits for a long import opens none each second. */
async function lookForWork(db: Db): Promise<'none' | 'taken' | 'due'> {
  const isTaken = sql<boolean>`exists (select from pg_locks
    where locktype = 'advisory' and granted and objid = ${IMPORT_LOCK} and objsubid = 1
      and database = (select oid from pg_database where datname = current_database()))`
  const due = await dueImports(db).select(isTaken.as('is_taken')).executeTakeFirst()
  if (!due) return 'none'
  return due.is_taken ? 'taken' : 'due'
}

async function finish(db: Db, importId: string): Promise<void> {
  await db
    .updateTable('part_imports')
    .set({ state: 'applied', applied_at: sql<Date>`now()` })
    .where('id', '=', importId)
    .where('state', '=', 'applying')
    .execute()
}
