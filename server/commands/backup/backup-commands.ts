import path from 'node:path'
import { findBrokenRules, withSnapshot } from '../../features/ledger-check/broken-rule.ts'
import { formatReport } from '../../features/ledger-check/format-report.ts'
import { rules } from '../../features/ledger-check/rules.ts'
import { connect } from '../../platform/database/connections/connect.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

/** Enough for the ledger of many years. */
const STATEMENT_MS = 10 * 60_000

const print = (line: string) => console.log(line)

/** Returns the exit code. Throws an Error with a message for the operator. */
export async function backupCommand(databaseDirectUrl: string, file: string): Promise<0> {
  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => abort.abort())
  }
  await takeBackup(path.resolve(file), { databaseDirectUrl, print, signal: abort.signal }).catch(
    (error) => {
      throw abort.signal.aborted ? new Error('The backup was interrupted.') : error
    },
  )
  return 0
}

/** Returns the exit code: 1 if the restored ledger is inconsistent. Throws an Error with a message for the operator. */
export async function restoreCommand(databaseDirectUrl: string, file: string): Promise<0 | 1> {
  await restoreBackup(path.resolve(file), { databaseDirectUrl, print })
  const { db } = connect(databaseDirectUrl, () => {}, { statementMs: STATEMENT_MS })
  try {
    const violations = await withSnapshot(db, (moment) => findBrokenRules(rules, moment))
    print(`The shop is restored. ${formatReport(violations)}`)
    return violations.length > 0 ? 1 : 0
  } finally {
    await db.destroy()
  }
}
