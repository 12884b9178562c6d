import { sql } from 'kysely'

/** The text in which user searches look. Must equal the expression of the index `users_by_search_text`. */
export const userSearchText = sql<string>`lower(users.email || ' ' || users.name)`
