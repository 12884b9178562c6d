import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withDirectConnection } from '../../platform/database/connections/direct-connection.ts'
import { readAppliedMigrations } from '../../platform/database/migrate/migrate.ts'
import {
  type BackupHeader,
  quoteIdentifier,
  readPendingMails,
  readSequences,
  readTables,
  setPlainFormats,
  type Table,
  tableWithColumns,
} from './backup-contents.ts'
import { byteFrames, entryFrame, refuseExistingFile, writeBackupFile } from './backup-file.ts'

/** Interval between progress lines for large tables. */
const PROGRESS_EVERY_MS = 10_000

interface Deps {
  databaseDirectUrl: string
  print: (line: string) => void
  signal?: AbortSignal
}

/**
 * Writes a consistent snapshot of all data to a new file while the shop keeps running. Includes
 * pending mails, but no sessions or other short-lived data. On failure, throws an Error with a
 * message for the operator and leaves no file.
 */
export async function takeBackup(
  file: string,
  { databaseDirectUrl, print, signal }: Deps,
): Promise<void> {
  await refuseExistingFile(file)
  await withDirectConnection(databaseDirectUrl, 'freehub-backup', async (client) => {
    signal?.throwIfAborted()
    // During a migration, the snapshot waits for locks without a timeout.
    const interrupt = () => void client.end()
    signal?.addEventListener('abort', interrupt)
    const header = await beginSnapshot(client)
    signal?.removeEventListener('abort', interrupt)
    print(`Snapshot of ${header.takenAt}:`)
    const bytes = await writeBackupFile(file, framesOf(client, header, print), signal)
    print(`Wrote ${file}: ${formatMegabytes(bytes)}.`)
  })
}

/**
 * Locks the tables, which can take long, before the snapshot and its time. Then lists the tables again to detect a
 * migration.
 */
async function beginSnapshot(client: pg.Client): Promise<BackupHeader> {
  await setPlainFormats(client)
  const tablesBefore = await readTables(client)
  if (!tablesBefore.some(({ name }) => name === 'orders')) {
    throw new Error('There is no shop in this database.')
  }
  const names = tablesBefore.map(({ name }) => quoteIdentifier(name)).join(', ')
  await client.query('begin isolation level repeatable read, read only')
  await client.query(`lock table ${names} in access share mode`)
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const takenAt = rows.map(({ now }) => now.toISOString()).join()
  const tables = await readTables(client)
  if (JSON.stringify(tables) !== JSON.stringify(tablesBefore)) {
    throw new Error('The database is being migrated: try again when the migration is done.')
  }
  return {
    takenAt,
    migrations: [...(await readAppliedMigrations(client))],
    tables,
    sequences: await readSequences(client),
  }
}

async function* framesOf(client: pg.Client, header: BackupHeader, print: Deps['print']) {
  yield entryFrame({ about: header })
  for (const table of header.tables) yield* framesOfTable(client, table, print)
  let mails = 0
  for await (const batch of readPendingMails(client)) {
    mails += batch.length
    yield entryFrame({ mails: batch })
  }
  print(formatLine('pending mails', mails))
  yield entryFrame({ end: { tables: header.tables.length, mails } })
}

/** Yields the name of a table, its rows, and the number of its rows. */
async function* framesOfTable(client: pg.Client, table: Table, print: Deps['print']) {
  yield entryFrame({ table: table.name })
  const copied = client.query(copyTo(`copy ${tableWithColumns(table)} to stdout`))
  let bytes = 0
  let printedAt = Date.now()
  for await (const frame of byteFrames(copied)) {
    yield frame
    bytes += frame.length
    if (Date.now() - printedAt < PROGRESS_EVERY_MS) continue
    printedAt = Date.now()
    print(`  ${table.name} … ${formatMegabytes(bytes)}`)
  }
  yield entryFrame({ rows: copied.rowCount })
  print(formatLine(table.name, copied.rowCount))
}

/** Formats a line of the report: a label with a number, in columns. */
export const formatLine = (label: string, count: number) =>
  `  ${label.padEnd(22)}${count.toLocaleString('en').padStart(12)}`

const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
