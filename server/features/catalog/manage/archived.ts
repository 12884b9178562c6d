import { sql } from 'kysely'

/**
 * True if the part in `parts` was ordered at least once. `offset 0` keeps PostgreSQL from reading
 * all lines of orders.
 */
export const isOrdered = sql<boolean>`exists (
  select from order_lines where part_id = parts.id offset 0)`

/**
 * True if the part is not on sale, but its orders need it. A part that was never ordered is deleted
 * for good.
 */
export const isArchived = sql<boolean>`(parts.deleted_at is not null and ${isOrdered})`
