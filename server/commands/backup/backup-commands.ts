import path from 'node:path'
import { atOneMoment, brokenAmong } from '../../features/ledger-check/broken-rule.ts'
import { printBooks } from '../../features/ledger-check/print-books.ts'
import { rules } from '../../features/ledger-check/rules.ts'
import { connect } from '../../platform/database/connections/connect.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

/** Enough for the books of many years. */
const STATEMENT_MS = 10 * 60_000

const say = (line: string) => console.log(line)

/** Answers the exit code. Throws an Error in a sentence. */
export async function backupCommand(databaseDirectUrl: string, file: string): Promise<0> {
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => ended.abort())
  }
  await takeBackup(path.resolve(file), { databaseDirectUrl, say, signal: ended.signal }).catch(
    (error) => {
      throw ended.signal.aborted ? new Error('The backup was broken off.') : error
    },
  )
  return 0
}

/** Answers the exit code: 1 when the books are wrong. Throws an Error in a sentence. */
export async function restoreCommand(databaseDirectUrl: string, file: string): Promise<0 | 1> {
  await restoreBackup(path.resolve(file), { databaseDirectUrl, say })
  const { db } = connect(databaseDirectUrl, () => {}, { statementMs: STATEMENT_MS })
  try {
    const broken = await atOneMoment(db, (moment) => brokenAmong(rules, moment))
    say(`The shop is restored. ${printBooks(broken)}`)
    return broken.length > 0 ? 1 : 0
  } finally {
    await db.destroy()
  }
}
