import { normalizeEmail } from '@freehub/contract/email'
import type { Profile, ProfileUpdate } from '@freehub/contract/users/user-schemas'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'

/** Returns the profile of the user with this email, with the field names of the API. */
export async function readProfile(db: Db, email: string): Promise<Profile | undefined> {
  return db
    .selectFrom('users')
    .select(['email', 'role', 'education', 'address', 'phone', 'linkedin'])
    .select(['name as displayName', 'image as photoURL'])
    .where('email', '=', normalizeEmail(email))
    .executeTakeFirst()
}

/** Updates a profile. An empty field keeps its old value. Returns 1 if a value changed, else 0. */
export async function updateProfile(db: Db, userId: string, update: ProfileUpdate) {
  const filled = Object.fromEntries(Object.entries(update).filter(([, value]) => value))
  const columns = Object.keys(filled) as (keyof ProfileUpdate)[]
  if (columns.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ ...filled, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where((eb) => eb.or(columns.map((column) => eb(column, '<>', filled[column] as string))))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
