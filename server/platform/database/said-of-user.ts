import { sql } from 'kysely'

/** All that a person is found by: word for word what the index `users_searched` is of. */
export const saidOfUser = sql<string>`lower(users.email || ' ' || users.name)`
