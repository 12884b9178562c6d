import { normalEmail } from '@freehub/contract/email'
import { sql } from 'kysely'
import { checkBooksCommand } from './books/check-books-command.ts'
import { readConfig } from './config.ts'
import { connect } from './database/connect.ts'
import { makeAdmin } from './users/make-admin.ts'

const usage = `Commands:
  make-admin <e-mail>    makes this user an admin; he must have signed up before
  check-books [seconds]  checks the books, and compares them with the card provider's; looks again,
                         for 60 seconds, at what may be on its way. Ends with 0 when all is right,
                         1 when something is wrong, 2 when it could not ask`

const [command, ...words] = process.argv.slice(2)

if (command === 'make-admin' && words[0]) process.exitCode = await makeAdminCommand(words[0])
else if (command === 'check-books') process.exitCode = await checkBooks()
else {
  console.error(usage)
  process.exitCode = 1
}

async function checkBooks(): Promise<number> {
  try {
    return await checkBooksCommand(readConfig(process.env), words)
  } catch (error) {
    console.error((error as Error).message)
    return 2
  }
}

async function makeAdminCommand(email: string): Promise<number> {
  const databaseUrl = process.env.DATABASE_URL
  if (!databaseUrl) {
    console.error('DATABASE_URL is not set: write postgresql://user:password@host:5432/database.')
    return 1
  }
  const { db } = connect(databaseUrl, () => {})
  try {
    const user = await db
      .selectFrom('users')
      .select(['role', sql<boolean>`banned_at is not null`.as('isBanned')])
      .where('email', '=', normalEmail(email))
      .executeTakeFirst()
    if (!user) {
      console.error(`There is no user ${email}: let the person sign up first.`)
      return 1
    }
    if (user.isBanned) {
      console.error(`${email} is banned: let another admin take the ban back first.`)
      return 1
    }
    await makeAdmin(db, email, null)
    console.log(`${email} is ${user.role === 'admin' ? 'an admin already' : 'an admin now'}.`)
    return 0
  } finally {
    await db.destroy()
  }
}
