import { normalizeEmail } from '@freehub/contract/email'
import type { Db } from '../../platform/database/connections/connect.ts'

/** Returns the user with this e-mail. Ignores deleted accounts. */
export async function findUser(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'role'])
    .where('email', '=', normalizeEmail(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
