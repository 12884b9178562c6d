import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { prepared } from '../../../platform/database/connections/prepared-statements.ts'

/** Returns the ids of successors on sale, by the id of a deleted part. Follows successors that were deleted too. */
export async function readSuccessors(db: Db, partIds: string[]): Promise<Map<string, string[]>> {
  if (partIds.length === 0) return new Map()
  const { rows } = await sql<{ deletedId: string; successorId: string }>`${prepared}
    with recursive reached (deleted_id, part_id, sku, position, deleted_at) as (
      select id, id, sku, position, deleted_at from parts
      where id = any (${partIds}::uuid[]) and deleted_at is not null
      union
      select deleted_id, p.id, p.sku, p.position, p.deleted_at
      from reached r
      join part_codes c on c.kind = 'superseded' and c.key = code_key(r.sku)
      join parts p on p.id = c.part_id
      where r.deleted_at is not null
    )
    select deleted_id as "deletedId", part_id as "successorId"
    from reached where deleted_at is null order by position`.execute(db)
  const grouped = Map.groupBy(rows, ({ deletedId }) => deletedId)
  return new Map(
    [...grouped].map(([id, found]) => [id, found.map(({ successorId }) => successorId)]),
  )
}
