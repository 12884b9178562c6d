import type { ListedUser } from '@freehub/contract/users/user-schemas'
import type { Db } from '../../platform/database/connections/connect.ts'

/** Selects users with role and ban, as staff see them. */
export function selectUsers(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('users as banner', 'banner.id', 'users.banned_by')
    .select(['users.id', 'users.email', 'users.name', 'users.role'])
    .select('users.email_verified')
    .select(['users.banned_at', 'users.ban_reason', 'banner.email as banned_by'])
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number]

export function toListedUser(row: UserRow): ListedUser {
  return {
    _id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    emailConfirmed: row.email_verified,
    banned: row.banned_at !== null,
    banReason: row.ban_reason,
    bannedBy: row.banned_by,
    bannedAt: row.banned_at?.toISOString() ?? null,
  }
}
