import { sql } from 'kysely'

/**
 * True if the part in `parts` was ordered at least once. `offset 0` prevents a join that reads all
 * order lines.
 */
export const isOrdered = sql<boolean>`exists (
  select from order_lines where part_id = parts.id offset 0)`

/**
 * True if the part was ordered, then deleted. A part that was deleted without orders is not listed
 * and cannot be restored.
 */
export const isArchived = sql<boolean>`(parts.deleted_at is not null and ${isOrdered})`
