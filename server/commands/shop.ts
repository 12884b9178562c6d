import path from 'node:path'
import { isRefusal } from '@freehub/contract/refusals'
import { ConfigError, readConfig, withSettingFiles } from '../config.ts'
import { updateInterfaceDefinitions } from '../features/catalog/relations/update-interface-definitions.ts'
import { findViolations, formatReport } from '../features/ledger-check/check-ledger.ts'
import { findUser, makeAdmin } from '../features/users/roles.ts'
import { connect } from '../platform/database/connections/connect.ts'
import { requireConnection } from '../platform/database/connections/require-database.ts'
import { migrate } from '../platform/database/migrate/migrate.ts'
import {
  refuseSandboxDatabase,
  refuseUnrelatedDatabase,
} from '../platform/database/refuse-database.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { takeBackup } from './backup/take-backup.ts'
import { checkLedgerCommand, LEDGER_STATEMENT_MS } from './check-ledger-command.ts'

const usage = `Commands:
  migrate                 migrates the database to this version; the shop may keep running
  backup <file>           writes a backup of all data to a new file; the shop may keep running
  restore <file>          restores a backup into an empty database
  make-admin <email>      makes a user an admin; the user must have confirmed the email
  check-ledger [seconds]  checks orders, payments and stock, and compares them with the card provider;
                          waits up to 60 seconds for payments in progress. Exit code: 0 consistent,
                          1 inconsistent, 2 not checked`

const [command, ...args] = process.argv.slice(2)

/** The exit code of check-ledger if it throws, for example because a setting is missing. */
const EXIT_NOT_CHECKED = 2

/** PostgreSQL's code for a query of a table that does not exist. */
const UNDEFINED_TABLE = '42P01'

const SECOND_FACTOR_HINT =
  'In production, admins must turn on two-step sign-in, unless ADMIN_SECOND_FACTOR is optional.'

try {
  process.exitCode = await run()
} catch (error) {
  const { code, message } = error as Error & { code?: string }
  console.error(
    code === UNDEFINED_TABLE
      ? 'The database has no tables of this version: run the command migrate first.'
      : message,
  )
  process.exitCode = command === 'check-ledger' ? EXIT_NOT_CHECKED : 1
}

async function run(): Promise<number> {
  if (command === 'migrate') return migrateCommand()
  if (command === 'backup' && args[0]) return backupCommand(path.resolve(args[0]))
  if (command === 'restore' && args[0]) return restoreCommand(path.resolve(args[0]))
  if (command === 'make-admin' && args[0]) return makeAdminCommand(args[0])
  if (command === 'check-ledger') return checkLedgerCommand(readConfig(process.env), args)
  console.error(usage)
  return 1
}

async function migrateCommand(): Promise<number> {
  const databaseDirectUrl = await readDirectUrl()
  await refuseUnrelatedDatabase(databaseDirectUrl)
  if (process.env.NODE_ENV === 'production') await refuseSandboxDatabase(databaseDirectUrl)
  await migrate(databaseDirectUrl)
  await updateInterfaceDefinitions(databaseDirectUrl)
  console.log('The database is migrated to this version.')
  return 0
}

async function backupCommand(file: string): Promise<number> {
  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort())
  const databaseDirectUrl = await readDirectUrl()
  const options = { databaseDirectUrl, print: console.log, signal: abort.signal }
  await takeBackup(file, options).catch((error) => {
    throw abort.signal.aborted ? new Error('The backup was interrupted.') : error
  })
  return 0
}

/** Restores a backup. Returns the exit code: 1 if the restored ledger is inconsistent. */
async function restoreCommand(file: string): Promise<number> {
  const databaseDirectUrl = await readDirectUrl()
  await restoreBackup(file, { databaseDirectUrl, print: console.log })
  const { db } = connect(databaseDirectUrl, () => {}, { statementMs: LEDGER_STATEMENT_MS })
  try {
    const violations = await findViolations(db)
    console.log(`The shop is restored. ${formatReport(violations)}`)
    return violations.length > 0 ? 1 : 0
  } finally {
    await db.destroy()
  }
}

/**
 * Returns DATABASE_DIRECT_URL, which bypasses a pooler, or DATABASE_URL if it is not set. Throws a ConfigError if
 * DATABASE_URL is not set, or if the database is unreachable.
 */
async function readDirectUrl(): Promise<string> {
  const { DATABASE_URL: usual, DATABASE_DIRECT_URL: direct } = withSettingFiles(process.env)
  if (!usual) {
    throw new ConfigError(
      'DATABASE_URL is not set: write postgresql://user:password@host:5432/database.',
    )
  }
  await requireConnection(direct ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL', direct || usual)
  return direct || usual
}

async function makeAdminCommand(email: string): Promise<number> {
  const { db } = connect(await readDirectUrl(), () => {})
  try {
    const result = await makeAdmin(db, email, null)
    if (isRefusal(result)) {
      console.error(
        `${email} is not confirmed: the user must first follow the link in the confirmation mail.`,
      )
      return 1
    }
    if (result === 1) {
      console.log(`${email} is now an admin. ${SECOND_FACTOR_HINT}`)
      return 0
    }
    return explainNoChange(email, await findUser(db, email))
  } finally {
    await db.destroy()
  }
}

/** Prints why the user did not become an admin. Returns the exit code. */
function explainNoChange(email: string, user: Awaited<ReturnType<typeof findUser>>): number {
  if (user?.role === 'admin') {
    console.log(`${email} is already an admin.`)
    return 0
  }
  console.error(
    user
      ? `${email} is banned: ask another admin to lift the ban first.`
      : `There is no user ${email}: the user must sign up first.`,
  )
  return 1
}
