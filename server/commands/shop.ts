import { isRefusal } from '@freehub/contract/refusals'
import { ConfigError, readConfig, withSettingFiles } from '../config.ts'
import { findUser } from '../features/users/find-user.ts'
import { makeAdmin } from '../features/users/make-admin.ts'
import { connect } from '../platform/database/connections/connect.ts'
import { migrate } from '../platform/database/migrate/migrate.ts'
import { backupCommand, restoreCommand } from './backup/backup-commands.ts'
import { checkBooksCommand } from './check-books-command.ts'

const usage = `Commands:
  migrate                brings the database to this version, beside a shop that serves
  backup <file>          writes all that the shop keeps into a new file, while it goes on
  restore <file>         brings a backup into an empty database
  make-admin <e-mail>    makes this user an admin; the user has signed up and confirmed the e-mail
  check-books [seconds]  checks the books, and compares them with the card provider's; looks again,
                         for 60 seconds, at what may be on its way. Ends with 0 when all is right,
                         1 when something is wrong, 2 when it could not ask`

const [command, ...words] = process.argv.slice(2)

/** What check-books ends with when it could not ask. */
const COULD_NOT_ASK = 2

const SECOND_FACTOR_HINT =
  'In production, admins must turn on two-step sign-in, unless ADMIN_SECOND_FACTOR is optional.'

try {
  process.exitCode = await run()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = command === 'check-books' ? COULD_NOT_ASK : 1
}

async function run(): Promise<number> {
  if (command === 'migrate') return migrateCommand()
  if (command === 'backup' && words[0]) return backupCommand(databaseUrl(), words[0])
  if (command === 'restore' && words[0]) return restoreCommand(databaseUrl(), words[0])
  if (command === 'make-admin' && words[0]) return makeAdminCommand(words[0])
  if (command === 'check-books') return checkBooksCommand(readConfig(process.env), words)
  console.error(usage)
  return 1
}

async function migrateCommand(): Promise<number> {
  await migrate(databaseUrl())
  console.log('The database is of this version.')
  return 0
}

/** Where the database is, past any pooler; these commands need no other setting. Throws a ConfigError. */
function databaseUrl(): string {
  const { DATABASE_URL: usual, DATABASE_DIRECT_URL: direct } = withSettingFiles(process.env)
  if (usual) return direct || usual
  throw new ConfigError(
    'DATABASE_URL is not set: write postgresql://user:password@host:5432/database.',
  )
}

async function makeAdminCommand(email: string): Promise<number> {
  const { db } = connect(databaseUrl(), () => {})
  try {
    const made = await makeAdmin(db, email, null)
    if (isRefusal(made)) {
      console.error(`${email} is not confirmed: the user must confirm it by the mail's link first.`)
      return 1
    }
    if (made === 1) {
      console.log(`${email} is an admin now. ${SECOND_FACTOR_HINT}`)
      return 0
    }
    return explainNoChange(email, await findUser(db, email))
  } finally {
    await db.destroy()
  }
}

function explainNoChange(email: string, user: Awaited<ReturnType<typeof findUser>>): number {
  if (user?.role === 'admin') {
    console.log(`${email} is an admin already.`)
    return 0
  }
  console.error(
    user
      ? `${email} is banned: let another admin take the ban back first.`
      : `There is no user ${email}: let the person sign up first.`,
  )
  return 1
}
