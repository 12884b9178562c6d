import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openDirectConnection } from '../../platform/database/connections/direct-connection.ts'
import {
  listMigrations,
  migrate,
  readAppliedMigrations,
} from '../../platform/database/migrate/migrate.ts'
import { createJobQueueClient } from '../../platform/jobs/job-queue.ts'
import {
  type BackupHeader,
  type PendingMail,
  quoteIdentifier,
  readTables,
  requeueMails,
  setPlainFormats,
  type Table,
  tableWithColumns,
} from './backup-contents.ts'
import { type Frame, openBackupFile } from './backup-file.ts'
import { formatLine } from './take-backup.ts'
import { withoutConstraints } from './without-constraints.ts'

interface Deps {
  databaseDirectUrl: string
  print: (line: string) => void
}

interface Restore {
  client: pg.Client
  frames: AsyncGenerator<Frame>
  print: Deps['print']
}

const NOT_EMPTY = 'This database is not empty: restore into a new one, then set DATABASE_URL to it.'

/** The shop has no data if these tables are empty. */
const MAIN_TABLES = ['users', 'families', 'parts', 'orders', 'reviews', 'photos']

/**
 * Restores a backup into an empty database: creates the tables of the backup's version, loads the
 * data in one transaction, then applies the later migrations. Refuses a damaged file before it
 * writes anything. Throws an Error with a message for the operator. An error leaves no data of the
 * backup in the database, unless one of the later migrations failed.
 */
export async function restoreBackup(
  file: string,
  { databaseDirectUrl, print }: Deps,
): Promise<void> {
  const frames = await openBackupFile(file)
  const header = ((await nextEntry(frames)) as { about: BackupHeader }).about
  print(`The file is intact. It contains the shop as of ${header.takenAt}.`)
  await refuseNewerVersion(header)
  const client = await openDirectConnection(databaseDirectUrl, 'freehub-restore')
  try {
    await requireEmpty(client, header)
    await migrate(databaseDirectUrl, { names: header.migrations })
    await refuseIncompleteBackup(client, header)
    await setPlainFormats(client)
    await client.query('begin')
    await lockEmptyTables(client)
    await withoutConstraints(client, print, async () => {
      await loadBackup({ client, frames, print }, header)
      await loadMails({ client, frames, print }, databaseDirectUrl)
    })
    await client.query('commit')
    await migrate(databaseDirectUrl)
    for (const { name } of await readTables(client)) {
      await client.query(`vacuum analyze ${quoteIdentifier(name)}`)
    }
  } finally {
    await client.end()
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

/**
 * Refuses a database with data, or with a migration that the backup lacks. Accepts tables without data, which an
 * interrupted restore has left.
 */
async function requireEmpty(client: pg.Client, { migrations }: BackupHeader): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  )
  if (rows.length === 0) return
  if (!rows.some(({ name }) => name === 'migrations')) throw new Error(NOT_EMPTY)
  const applied = await readAppliedMigrations(client)
  await requireNoData(client, await listMainTables(client))
  if ([...applied].some((name) => !migrations.includes(name))) {
    throw new Error(
      'This database has the tables of another version of the shop: restore into a new one.',
    )
  }
}

/** Refuses a backup that lacks a table or column which the backup's migrations have created in this database. */
async function refuseIncompleteBackup(client: pg.Client, { tables }: BackupHeader): Promise<void> {
  const backupColumns = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]))
  const missing = (await readTables(client)).flatMap(({ name, columns }) => {
    const backedUp = backupColumns.get(name)
    return backedUp
      ? columns.filter((column) => !backedUp.has(column)).map((column) => `${name}.${column}`)
      : [name]
  })
  if (missing.length === 0) return
  throw new Error(
    `The backup lacks ${missing.join(', ')}, which its version of the shop has: nothing was restored.`,
  )
}

/** Locks the tables, then verifies that they are empty: a shop may already use this database. */
async function lockEmptyTables(client: pg.Client): Promise<void> {
  const names = await listMainTables(client)
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`)
  await requireNoData(client, names)
}

async function listMainTables(client: pg.Client): Promise<string[]> {
  const tables = await readTables(client)
  return MAIN_TABLES.filter((name) => tables.some((table) => table.name === name))
}

async function requireNoData(client: pg.Client, names: string[]): Promise<void> {
  const used = ['false', ...names.map((name) => `exists (select from ${name})`)].join(' or ')
  const { rows } = await client.query<{ used: boolean }>(`select ${used} as used`)
  if (rows[0]?.used) throw new Error(NOT_EMPTY)
}

async function loadBackup({ client, frames, print }: Restore, header: BackupHeader) {
  const tables = await readTables(client)
  const columnsByTable = new Map(tables.map(({ name, columns }) => [name, columns]))
  const knownTables = header.tables.filter(({ name }) => columnsByTable.has(name))
  // The migrations have inserted rows into some tables. The backup contains the latest state of these rows.
  await client.query(`truncate ${knownTables.map(({ name }) => quoteIdentifier(name)).join(', ')}`)
  for (const table of header.tables) {
    const { table: name } = await nextEntry(frames)
    if (name !== table.name) throw new Error(`The backup lacks ${table.name}.`)
    const columns = columnsByTable.get(table.name)
    if (columns) await loadTable({ client, frames, print }, table, columns)
    else {
      for await (const _ of readTableBytes(frames));
      print(`  ${table.name} is not part of the shop: skipped`)
    }
  }
  for (const { name, value, called } of header.sequences) {
    // A sequence that the operator added does not exist here. Then to_regclass returns null, and
    // setval does nothing.
    await client.query('select setval(to_regclass($1), $2, $3)', [
      quoteIdentifier(name),
      value,
      called,
    ])
  }
}

/** Loads a table. Columns that the operator has added are loaded as text, then dropped. */
async function loadTable({ client, frames, print }: Restore, table: Table, known: string[]) {
  const unknownColumns = table.columns.filter((column) => !known.includes(column))
  const alter = `alter table ${quoteIdentifier(table.name)}`
  for (const name of unknownColumns)
    await client.query(`${alter} add column ${quoteIdentifier(name)} text`)
  let rows: unknown
  const bytes = readTableBytes(frames, (count) => {
    rows = count
  })
  const copying = client.query(copyFrom(`copy ${tableWithColumns(table)} from stdin`))
  await pipeline(Readable.from(bytes, { objectMode: false }), copying)
  if (copying.rowCount !== rows) {
    throw new Error(`${table.name} has ${copying.rowCount} rows instead of ${rows}.`)
  }
  print(formatLine(table.name, copying.rowCount))
  for (const name of unknownColumns) {
    await client.query(`${alter} drop column ${quoteIdentifier(name)}`)
    print(`  ${table.name}.${name} is not part of the shop: skipped`)
  }
}

/** Yields the bytes of a table, up to the entry that states its number of rows. `onEnd` receives this number. */
async function* readTableBytes(
  frames: AsyncGenerator<Frame>,
  onEnd: (rows: unknown) => void = () => {},
): AsyncGenerator<Buffer> {
  for (;;) {
    const { value: frame } = await frames.next()
    if (!frame || 'entry' in frame) return onEnd(frame?.entry.rows)
    yield frame.bytes
  }
}

async function loadMails({ client, frames, print }: Restore, databaseUrl: string) {
  const boss = createJobQueueClient(databaseUrl)
  boss.on('error', () => {})
  await boss.start()
  let mails = 0
  try {
    for (let entry = await nextEntry(frames); !entry.end; entry = await nextEntry(frames)) {
      const pending = entry.mails as PendingMail[]
      await requeueMails(boss, client, pending)
      mails += pending.length
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  print(formatLine('pending mails', mails))
}

async function nextEntry(frames: AsyncGenerator<Frame>): Promise<Record<string, unknown>> {
  const { value } = await frames.next()
  if (value && 'entry' in value) return value.entry
  throw new Error('The backup has an unexpected frame.')
}
