import { sql } from 'kysely'

/**
 * The name of the admin who made a change, or a placeholder if the account was deleted. Null if the shop
 * itself made it.
 */
export const staffName = sql<string | null>`
  case when users.deleted_at is null then users.name else 'Former admin' end`
