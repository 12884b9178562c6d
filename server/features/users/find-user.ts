import { normalEmail } from '@freehub/contract/email'
import type { Db } from '../../platform/database/connections/connect.ts'

/** The user with this e-mail, unless he has deleted his account. */
export async function findUser(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'role'])
    .where('email', '=', normalEmail(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
