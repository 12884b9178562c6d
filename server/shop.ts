import { normalEmail } from '@freehub/contract/email'
import { connect } from './database/connect.ts'
import { makeAdmin } from './users/make-admin.ts'

const usage = `Commands:
  make-admin <e-mail>   makes this user an admin; he must have signed up before`

const [command, ...words] = process.argv.slice(2)
const databaseUrl = process.env.DATABASE_URL

if (!databaseUrl) {
  console.error('DATABASE_URL is not set: write postgresql://user:password@host:5432/database.')
  process.exit(1)
}
process.exitCode = await run(databaseUrl)

async function run(databaseUrl: string): Promise<number> {
  const [email] = words
  if (command !== 'make-admin' || !email) {
    console.error(usage)
    return 1
  }
  const { db } = connect(databaseUrl, () => {})
  try {
    const user = await db
      .selectFrom('users')
      .select('role')
      .where('email', '=', normalEmail(email))
      .executeTakeFirst()
    if (!user) {
      console.error(`There is no user ${email}: let the person sign up first.`)
      return 1
    }
    await makeAdmin(db, email)
    console.log(`${email} is ${user.role === 'admin' ? 'an admin already' : 'an admin now'}.`)
    return 0
  } finally {
    await db.destroy()
  }
}
