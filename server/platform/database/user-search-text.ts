import { sql } from 'kysely'

/** The text in which user searches look. Must equal the expression of the index `users_searched`. */
export const userSearchText = sql<string>`lower(users.email || ' ' || users.name)`
