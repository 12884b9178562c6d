import { randomUUIDv7 } from 'node:crypto'
import { normalizeEmail } from '@freehub/contract/email'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { RoleChange } from '@freehub/contract/users/user-schemas'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'
import { inPeriod, type Period } from '../../platform/database/in-period.ts'

interface Person {
  id: string
  email: string
}

const selectUser = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'role', 'email_verified'])
    .where('email', '=', normalizeEmail(email))
    .where('deleted_at', 'is', null)

/** Returns the user with this email. Ignores deleted accounts. */
export const findUser = (db: Db, email: string) => selectUser(db, email).executeTakeFirst()

/**
 * Runs a change of a user in a transaction. Returns its result: the number of changed users, or a refusal. A returned
 * refusal does not roll back. Refuses if no user has this email.
 */
export async function changeUser(
  db: Db,
  email: string,
  change: (tx: Tx, user: User) => Promise<number | Refusal>,
) {
  return db.transaction().execute(async (tx) => {
    const user = await findUser(tx, email)
    return user ? change(tx, user) : refuse('user_missing')
  })
}

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

/**
 * Makes a user an admin. Returns the number of changed users: 0 if the user does not exist, is banned or is already an
 * admin. Refuses an unconfirmed email. `by` is null for the shop's command.
 */
export async function makeAdmin(db: Db, email: string, by: Person | null) {
  return db.transaction().execute(async (tx) => {
    const user = await selectUser(tx, email)
      .where('role', '<>', 'admin')
      .where('banned_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) return 0
    if (!user.email_verified) return refuse('email_not_confirmed')
    await tx.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute()
    await recordRoleChange(tx, user, 'admin', by)
    return 1
  })
}

/**
 * Removes the admin role of a user. Returns the number of changed users: 0 if the user is not an admin. Refuses an
 * unknown email and the last admin.
 */
export async function removeAdmin(db: Db, email: string, by: Person) {
  return changeUser(db, email, (tx, user) => demoteAdmin(tx, user, by))
}

/** Removes the admin role, but refuses for the last admin. Returns the number of changed users. */
export async function demoteAdmin(tx: Tx, user: Person, by: Person): Promise<number | Refusal> {
  const refusal = await refuseLastAdmin(tx, user.id)
  if (isRefusal(refusal)) return refusal
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ role: 'customer' })
    .where('id', '=', user.id)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return 0
  await recordRoleChange(tx, user, 'customer', by)
  return 1
}

/**
 * Refuses to remove the last active admin. Active admins have a confirmed email and no ban. Locks them by ascending id:
 * if two demote each other, only the first demotion succeeds. For a customer, locks nothing.
 */
export async function refuseLastAdmin(tx: Tx, userId: string): Promise<Refusal | undefined> {
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (!admin) return undefined
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('email_verified', '=', true)
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const isAdmin = admins.some(({ id }) => id === userId)
  return isAdmin && admins.length === 1 ? refuse('last_admin') : undefined
}

const ROLE_CHANGES_MAX = 100

/** Records a role change. `by` is null for the shop's command. */
export async function recordRoleChange(
  tx: Tx,
  { id, email }: Person,
  role: RoleChange['role'],
  by: Person | null,
): Promise<void> {
  await tx
    .insertInto('role_changes')
    .values({
      id: randomUUIDv7(),
      user_id: id,
      email,
      role,
      by_user: by?.id ?? null,
      by_email: by?.email ?? null,
    })
    .execute()
}

/** Lists the latest role changes of a period, newest first, at most `ROLE_CHANGES_MAX`. */
export async function listRoleChanges(db: Db, period: Period): Promise<RoleChange[]> {
  const rows = await db
    .selectFrom('role_changes')
    .select(['email', 'role', 'by_email', 'changed_at'])
    .where((eb) => eb.and(inPeriod(period, { time: 'changed_at' })))
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ROLE_CHANGES_MAX)
    .execute()
  return rows.map(({ email, role, by_email, changed_at }) => ({
    email,
    role,
    by: by_email,
    at: changed_at.toISOString(),
  }))
}
