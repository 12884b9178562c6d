import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openSession } from '../../platform/database/connections/session.ts'
import { migrate, migrationNames } from '../../platform/database/migrate/migrate.ts'
import { openJobs } from '../../platform/jobs/jobs.ts'
import {
  type About,
  listed,
  quoted,
  readMigrations,
  readTables,
  speakPlainly,
  type Table,
} from './contents.ts'
import { type Frame, readFrames } from './frames.ts'
import { openSealed } from './sealed-file.ts'
import { line } from './take-backup.ts'
import { queueAgain, type WaitingMail } from './waiting-mails.ts'
import { withoutSafeguards } from './without-safeguards.ts'

interface Deps {
  databaseDirectUrl: string
  say: (line: string) => void
}

const NOT_EMPTY = 'This database is not empty: restore into a new one, then lead the shop there.'

/** Whatever is in a shop hangs on one of these. */
const KEEP_EVERYTHING = ['users', 'families', 'parts', 'orders', 'reviews', 'photos']

/**
 * Brings a backup into an empty database: the tables as they were when it was taken, all that is in
 * them, in one transaction, then the migrations since. A file that is torn or altered is refused before
 * anything is written. Throws an Error in a sentence; the database is without data
 * then, unless it is a migration since that failed.
 */
export async function restoreBackup(file: string, { databaseDirectUrl, say }: Deps): Promise<void> {
  const frames = readFrames(await openSealed(file))
  const about = ((await next(frames)) as { about: About }).about
  say(`The file is whole. It has the shop as it was at ${about.takenAt}.`)
  await refuseUnknown(about)
  const session = await openSession(databaseDirectUrl, 'freehub-restore')
  try {
    await requireEmpty(session, about)
    await migrate(databaseDirectUrl, about.migrations)
    await refuseLacking(session, about)
    await speakPlainly(session)
    await session.query('begin')
    await holdEmpty(session)
    await withoutSafeguards(session, say, () =>
      load(session, databaseDirectUrl, about, frames, say),
    )
    await session.query('commit')
    await migrate(databaseDirectUrl)
    for (const { name } of await readTables(session)) {
      await session.query(`vacuum analyze ${quoted(name)}`)
    }
  } finally {
    await session.end()
    await frames.return(undefined)
  }
}

async function refuseUnknown({ migrations }: About): Promise<void> {
  const known = new Set(await migrationNames())
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new Error(
    `The backup is of a newer version of the shop, which has ${unknown.join(', ')}: restore it by that one.`,
  )
}

/** Tables that are there already must be those of the backup, or of a try that was broken off, and nobody's yet. */
async function requireEmpty(session: pg.Client, { migrations }: About): Promise<void> {
  const { rows } = await session.query<{ tables: string[] }>(
    `select coalesce(array_agg(relname::text), '{}') as tables from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  )
  const tables = rows[0]?.tables ?? []
  if (tables.length === 0) return
  if (!tables.includes('migrations')) throw new Error(NOT_EMPTY)
  const known = await readMigrations(session)
  await requireUnused(session, await tablesOfAnybody(session))
  if (known.some((name) => !migrations.includes(name))) {
    throw new Error(
      'This database has the tables of another version of the shop: restore into a new one.',
    )
  }
}

/** Of the tables that its migrations have made here the backup must have each, with all its columns. */
async function refuseLacking(session: pg.Client, { tables }: About): Promise<void> {
  const given = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]))
  const lacking = (await readTables(session)).flatMap(({ name, columns }) => {
    const has = given.get(name)
    return has ? columns.filter((one) => !has.has(one)).map((one) => `${name}.${one}`) : [name]
  })
  if (lacking.length === 0) return
  throw new Error(
    `The backup lacks ${lacking.join(', ')}, which a shop of its version has: nothing is restored.`,
  )
}

/** A shop may be served from here already: nobody has come to it since, and nobody comes from here on. */
async function holdEmpty(session: pg.Client): Promise<void> {
  const names = await tablesOfAnybody(session)
  await session.query(`lock table ${names.join(', ')} in access exclusive mode`)
  await requireUnused(session, names)
}

async function tablesOfAnybody(session: pg.Client): Promise<string[]> {
  const known = await readTables(session)
  return KEEP_EVERYTHING.filter((name) => known.some((table) => table.name === name))
}

async function requireUnused(session: pg.Client, names: string[]): Promise<void> {
  const used = ['false', ...names.map((name) => `exists (select from ${name})`)].join(' or ')
  const { rows } = await session.query<{ used: boolean }>(`select ${used} as used`)
  if (rows[0]?.used) throw new Error(NOT_EMPTY)
}

async function load(
  session: pg.Client,
  databaseUrl: string,
  about: About,
  frames: AsyncGenerator<Frame>,
  say: Deps['say'],
): Promise<void> {
  const made = new Map((await readTables(session)).map(({ name, columns }) => [name, columns]))
  const known = about.tables.filter(({ name }) => made.has(name))
  // What migrations have put there is in the backup as it has become.
  await session.query(`truncate ${known.map(({ name }) => quoted(name)).join(', ')}`)
  for (const table of about.tables) {
    const columns = made.get(table.name)
    if (columns) await loadTable(session, table, columns, frames, say)
    else await passOver(table, frames, say)
  }
  for (const { name, value, called } of about.sequences) {
    // None where there is no such sequence: it was not the shop's.
    await session.query('select setval(to_regclass($1), $2, $3)', [quoted(name), value, called])
  }
  await loadMails(session, databaseUrl, frames, say)
}

/** A column that somebody gave to a table of the shop is read, as text, and left out. */
async function loadTable(
  session: pg.Client,
  table: Table,
  made: string[],
  frames: AsyncGenerator<Frame>,
  say: Deps['say'],
): Promise<void> {
  const foreign = table.columns.filter((column) => !made.includes(column))
  const alter = `alter table ${quoted(table.name)}`
  for (const name of foreign) await session.query(`${alter} add column ${quoted(name)} text`)
  const rows = await beginTable(table, frames)
  const copying = session.query(copyFrom(`copy ${listed(table)} from stdin`))
  await pipeline(Readable.from(rows.bytes(), { objectMode: false }), copying)
  if (copying.rowCount !== rows.counted) {
    throw new Error(`Of ${table.name} ${copying.rowCount} rows came, and not ${rows.counted}.`)
  }
  say(line(table.name, copying.rowCount))
  for (const name of foreign) {
    await session.query(`${alter} drop column ${quoted(name)}`)
    say(`  ${table.name}.${name} is not the shop's: left out`)
  }
}

async function passOver(
  table: Table,
  frames: AsyncGenerator<Frame>,
  say: Deps['say'],
): Promise<void> {
  const rows = await beginTable(table, frames)
  for await (const _ of rows.bytes());
  say(`  ${table.name} is not the shop's: left out`)
}

async function beginTable(table: Table, frames: AsyncGenerator<Frame>) {
  const begins = await next(frames)
  if (begins.table !== table.name) throw new Error(`The backup lacks ${table.name}.`)
  const rows = {
    /** How many were written: known when their bytes are read. */
    counted: undefined as unknown,
    async *bytes() {
      for (;;) {
        const { value: frame } = await frames.next()
        if (!frame || 'note' in frame) {
          rows.counted = frame?.note.rows
          return
        }
        yield frame.bytes
      }
    },
  }
  return rows
}

async function loadMails(
  session: pg.Client,
  databaseUrl: string,
  frames: AsyncGenerator<Frame>,
  say: Deps['say'],
): Promise<void> {
  const boss = openJobs(databaseUrl)
  boss.on('error', () => {})
  await boss.start()
  let mails = 0
  try {
    for (;;) {
      const note = await next(frames)
      if (note.end) break
      await queueAgain(boss, session, note.mails as WaitingMail[])
      mails += (note.mails as WaitingMail[]).length
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  say(line('mails that wait', mails))
}

async function next(frames: AsyncGenerator<Frame>): Promise<Record<string, unknown>> {
  const { value } = await frames.next()
  if (value && 'note' in value) return value.note
  throw new Error('The backup is not in its order.')
}
