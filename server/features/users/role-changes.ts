import { randomUUIDv7 } from 'node:crypto'
import type { RoleChange } from '@freehub/contract/users/user-schemas'
import type { Db, Tx } from '../../platform/database/connections/connect.ts'

const ROLE_CHANGES_MAX = 100

interface Person {
  id: string
  email: string
}

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

/** Lists the latest role changes, newest first. */
export async function listRoleChanges(db: Db): Promise<RoleChange[]> {
  const rows = await db
    .selectFrom('role_changes')
    .select(['email', 'role', 'by_email', 'changed_at'])
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
