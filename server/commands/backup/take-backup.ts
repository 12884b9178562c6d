import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openSession } from '../../platform/database/connections/session.ts'
import {
  type About,
  listed,
  quoted,
  readMigrations,
  readSequences,
  readTables,
  speakPlainly,
  type Table,
} from './contents.ts'
import { byteFrames, noteFrame } from './frames.ts'
import { refuseExisting, writeSealed } from './sealed-file.ts'
import { readWaitingMails } from './waiting-mails.ts'

/** A long table says now and then how far it is. */
const SAY_EVERY_MS = 10_000

interface Deps {
  databaseDirectUrl: string
  say: (line: string) => void
  /** Breaks it off. */
  signal?: AbortSignal
}

/**
 * Writes all that the shop keeps, as it is at one moment, into a file that is not there yet, while the
 * shop goes on. Mails that wait are part of it; sessions and what else lasts for minutes are not.
 * Throws an Error in a sentence, and leaves no file then.
 */
export async function takeBackup(
  file: string,
  { databaseDirectUrl, say, signal }: Deps,
): Promise<void> {
  await refuseExisting(file)
  const session = await openSession(databaseDirectUrl, 'freehub-backup')
  try {
    const about = await beginAtOneMoment(session)
    say(`The shop as it is at ${about.takenAt}:`)
    const bytes = await writeSealed(file, framesOf(session, about, say), signal)
    say(`The backup is in ${file}: ${megabytes(bytes)}.`)
  } finally {
    await session.end()
  }
}

/**
 * Tables are held before the moment is chosen: a migration waits, or is over. What it has made of them
 * in between is looked up again.
 */
async function beginAtOneMoment(session: pg.Client): Promise<About> {
  await speakPlainly(session)
  const known = await readTables(session)
  if (!known.some(({ name }) => name === 'orders')) {
    throw new Error('There is no shop in this database.')
  }
  const names = known.map(({ name }) => quoted(name)).join(', ')
  await session.query('begin isolation level repeatable read, read only')
  await session.query(`lock table ${names} in access share mode`)
  const { rows } = await session.query<{ now: Date }>('select now()')
  const takenAt = rows.map(({ now }) => now.toISOString()).join()
  const tables = await readTables(session)
  if (JSON.stringify(tables) !== JSON.stringify(known)) {
    throw new Error('The database is being migrated: take the backup when that is done.')
  }
  return {
    takenAt,
    migrations: await readMigrations(session),
    tables,
    sequences: await readSequences(session),
  }
}

async function* framesOf(session: pg.Client, about: About, say: Deps['say']) {
  yield noteFrame({ about })
  for (const table of about.tables) yield* framesOfTable(session, table, say)
  let mails = 0
  for await (const some of readWaitingMails(session)) {
    mails += some.length
    yield noteFrame({ mails: some })
  }
  say(line('mails that wait', mails))
  yield noteFrame({ end: { tables: about.tables.length, mails } })
}

async function* framesOfTable(session: pg.Client, table: Table, say: Deps['say']) {
  yield noteFrame({ table: table.name })
  const copied = session.query(copyTo(`copy ${listed(table)} to stdout`))
  let bytes = 0
  let said = Date.now()
  for await (const frame of byteFrames(copied)) {
    yield frame
    bytes += frame.length
    if (Date.now() - said < SAY_EVERY_MS) continue
    said = Date.now()
    say(`  ${table.name} … ${megabytes(bytes)}`)
  }
  yield noteFrame({ rows: copied.rowCount })
  say(line(table.name, copied.rowCount))
}

export const line = (what: string, count: number) =>
  `  ${what.padEnd(22)}${count.toLocaleString('en').padStart(12)}`

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
