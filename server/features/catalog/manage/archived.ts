import { sql } from 'kysely'

/** The part in `parts` was ordered at least once. */
export const isOrdered = sql<boolean>`exists (select from order_lines where part_id = parts.id)`

/** The part is not on sale, but its orders need it. Parts that were never ordered are deleted for good. */
export const isArchived = sql<boolean>`(parts.deleted_at is not null and ${isOrdered})`
