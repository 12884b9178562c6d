import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openSession } from '../../platform/database/connections/session.ts'
import { listMigrations, migrate } from '../../platform/database/migrate/migrate.ts'
import { openJobQueue } from '../../platform/jobs/job-queue.ts'
import {
  type BackupHeader,
  quoteIdentifier,
  readMigrations,
  readTables,
  setPlainFormats,
  type Table,
  tableWithColumns,
} from './contents.ts'
import { type Frame, readFrames } from './frames.ts'
import { type PendingMail, requeueMails } from './pending-mails.ts'
import { openSealed } from './sealed-file.ts'
import { formatLine } from './take-backup.ts'
import { withoutConstraints } from './without-constraints.ts'

interface Deps {
  databaseDirectUrl: string
  print: (line: string) => void
}

const NOT_EMPTY = 'This database is not empty: restore into a new one, then set DATABASE_URL to it.'

/** If these tables are empty, the shop has no data. */
const MAIN_TABLES = ['users', 'families', 'parts', 'orders', 'reviews', 'photos']

/**
 * Restores a backup into an empty database: creates the tables of the backup's version, loads the data in
 * one transaction, then applies the later migrations. A damaged file is refused before anything is written.
 * Throws an Error with a message for the operator. The database is then without data, unless a later
 * migration failed.
 */
export async function restoreBackup(
  file: string,
  { databaseDirectUrl, print }: Deps,
): Promise<void> {
  const frames = readFrames(await openSealed(file))
  const header = ((await nextNote(frames)) as { about: BackupHeader }).about
  print(`The file is intact. It contains the shop as of ${header.takenAt}.`)
  await refuseNewerVersion(header)
  const session = await openSession(databaseDirectUrl, 'freehub-restore')
  try {
    await requireEmpty(session, header)
    await migrate(databaseDirectUrl, { names: header.migrations })
    await refuseIncomplete(session, header)
    await setPlainFormats(session)
    await session.query('begin')
    await lockEmptyTables(session)
    await withoutConstraints(session, print, () =>
      loadBackup(session, databaseDirectUrl, header, frames, print),
    )
    await session.query('commit')
    await migrate(databaseDirectUrl)
    for (const { name } of await readTables(session)) {
      await session.query(`vacuum analyze ${quoteIdentifier(name)}`)
    }
  } finally {
    await session.end()
    await frames.return(undefined)
  }
}

async function refuseNewerVersion({ migrations }: BackupHeader): Promise<void> {
  const known = new Set(await listMigrations())
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new Error(
    `The backup is from a newer version of the shop, which has ${unknown.join(', ')}: restore it with that version.`,
  )
}

/** Existing tables must be empty, and of the backup's version or of an interrupted restore. */
async function requireEmpty(session: pg.Client, { migrations }: BackupHeader): Promise<void> {
  const { rows } = await session.query<{ tables: string[] }>(
    `select coalesce(array_agg(relname::text), '{}') as tables from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  )
  const tables = rows[0]?.tables ?? []
  if (tables.length === 0) return
  if (!tables.includes('migrations')) throw new Error(NOT_EMPTY)
  const known = await readMigrations(session)
  await requireUnused(session, await listMainTables(session))
  if (known.some((name) => !migrations.includes(name))) {
    throw new Error(
      'This database has the tables of another version of the shop: restore into a new one.',
    )
  }
}

/** The backup must contain every table and column that its migrations have created here. */
async function refuseIncomplete(session: pg.Client, { tables }: BackupHeader): Promise<void> {
  const inBackup = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]))
  const missing = (await readTables(session)).flatMap(({ name, columns }) => {
    const backedUp = inBackup.get(name)
    return backedUp
      ? columns.filter((one) => !backedUp.has(one)).map((one) => `${name}.${one}`)
      : [name]
  })
  if (missing.length === 0) return
  throw new Error(
    `The backup lacks ${missing.join(', ')}, which its version of the shop has: nothing was restored.`,
  )
}

/** Locks the tables, then verifies that they are still empty: a shop may already use this database. */
async function lockEmptyTables(session: pg.Client): Promise<void> {
  const names = await listMainTables(session)
  await session.query(`lock table ${names.join(', ')} in access exclusive mode`)
  await requireUnused(session, names)
}

async function listMainTables(session: pg.Client): Promise<string[]> {
  const known = await readTables(session)
  return MAIN_TABLES.filter((name) => known.some((table) => table.name === name))
}

async function requireUnused(session: pg.Client, names: string[]): Promise<void> {
  const used = ['false', ...names.map((name) => `exists (select from ${name})`)].join(' or ')
  const { rows } = await session.query<{ used: boolean }>(`select ${used} as used`)
  if (rows[0]?.used) throw new Error(NOT_EMPTY)
}

async function loadBackup(
  session: pg.Client,
  databaseUrl: string,
  header: BackupHeader,
  frames: AsyncGenerator<Frame>,
  print: Deps['print'],
): Promise<void> {
  const existing = new Map((await readTables(session)).map(({ name, columns }) => [name, columns]))
  const known = header.tables.filter(({ name }) => existing.has(name))
  // Rows that migrations have inserted are in the backup, in their latest state.
  await session.query(`truncate ${known.map(({ name }) => quoteIdentifier(name)).join(', ')}`)
  for (const table of header.tables) {
    const columns = existing.get(table.name)
    if (columns) await loadTable(session, table, columns, frames, print)
    else await skipTable(table, frames, print)
  }
  for (const { name, value, called } of header.sequences) {
    // Sequences that are not the shop's do not exist here: to_regclass returns null, and setval does nothing.
    await session.query('select setval(to_regclass($1), $2, $3)', [
      quoteIdentifier(name),
      value,
      called,
    ])
  }
  await loadMails(session, databaseUrl, frames, print)
}

/** Columns that the operator has added to a table are loaded as text, then dropped. */
async function loadTable(
  session: pg.Client,
  table: Table,
  existing: string[],
  frames: AsyncGenerator<Frame>,
  print: Deps['print'],
): Promise<void> {
  const unknownColumns = table.columns.filter((column) => !existing.includes(column))
  const alter = `alter table ${quoteIdentifier(table.name)}`
  for (const name of unknownColumns)
    await session.query(`${alter} add column ${quoteIdentifier(name)} text`)
  const rows = await beginTable(table, frames)
  const copying = session.query(copyFrom(`copy ${tableWithColumns(table)} from stdin`))
  await pipeline(Readable.from(rows.bytes(), { objectMode: false }), copying)
  if (copying.rowCount !== rows.counted) {
    throw new Error(`${table.name} has ${copying.rowCount} rows instead of ${rows.counted}.`)
  }
  print(formatLine(table.name, copying.rowCount))
  for (const name of unknownColumns) {
    await session.query(`${alter} drop column ${quoteIdentifier(name)}`)
    print(`  ${table.name}.${name} is not part of the shop: skipped`)
  }
}

async function skipTable(
  table: Table,
  frames: AsyncGenerator<Frame>,
  print: Deps['print'],
): Promise<void> {
  const rows = await beginTable(table, frames)
  for await (const _ of rows.bytes());
  print(`  ${table.name} is not part of the shop: skipped`)
}

async function beginTable(table: Table, frames: AsyncGenerator<Frame>) {
  const begins = await nextNote(frames)
  if (begins.table !== table.name) throw new Error(`The backup lacks ${table.name}.`)
  const rows = {
    /** Number of rows in the backup, known when all bytes are read. */
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
  print: Deps['print'],
): Promise<void> {
  const boss = openJobQueue(databaseUrl)
  boss.on('error', () => {})
  await boss.start()
  let mails = 0
  try {
    for (;;) {
      const note = await nextNote(frames)
      if (note.end) break
      await requeueMails(boss, session, note.mails as PendingMail[])
      mails += (note.mails as PendingMail[]).length
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  print(formatLine('pending mails', mails))
}

async function nextNote(frames: AsyncGenerator<Frame>): Promise<Record<string, unknown>> {
  const { value } = await frames.next()
  if (value && 'note' in value) return value.note
  throw new Error('The backup has an unexpected frame.')
}
