import { sql } from 'kysely'

/**
 * What is told of whoever did something for the shop: his name, and of one who has deleted his account
 * that it was somebody. Null where it was nobody: the shop itself.
 */
export const staffName = sql<string | null>`
  case when users.deleted_at is null then users.name else 'Somebody who has left' end`
