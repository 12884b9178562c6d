import { normalEmail } from '@freehub/contract/email'
import type { Db } from '../database/connect.ts'

/** Makes a user an admin. Answers how many it changed: 0 when there is none, or he is one already. */
export async function makeAdmin(db: Db, email: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('email', '=', normalEmail(email))
    .where('role', '<>', 'admin')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
