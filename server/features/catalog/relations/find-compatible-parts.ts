import { COMPATIBLE_COUNT_MAXIMUM, type Part } from '@freehub/contract/catalog/parts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { selectParts, toPart } from '../parts/read-part.ts'
import type { PartConnection, Role } from './read-connections.ts'

const PARTS_SHOWN = 6

/** Parts that are checked per interface, oldest first. */
const MAX_CANDIDATES = 2000

/** The first compatible parts on sale at one interface, and their count up to `COMPATIBLE_COUNT_MAXIMUM`. */
export interface CompatibleParts {
  parts: Part[]
  count: number
}

/**
 * Finds the compatible parts at each interface of a part. A part that is incompatible at another shared
 * interface is excluded, such as a tyre too wide for a rim of its diameter.
 */
export async function findCompatibleParts(
  db: Db,
  partId: string,
  connections: PartConnection[],
): Promise<(connection: PartConnection) => CompatibleParts> {
  const required = connections.map(({ definition, otherRole, compatibleSizes }) => ({
    interface_id: definition.id,
    role: otherRole,
    sizes: compatibleSizes,
  }))
  const { rows } = await sql<CompatibleRow>`
    with wanted as materialized (
      select * from json_to_recordset(${JSON.stringify(required)}::json)
        as w (interface_id text, role text, sizes text[])
    ), mates as (
      select w.interface_id, w.role, p.id, p.position
      from wanted w cross join lateral (
        select p.id, p.position from (
          select distinct part_id from unnest(w.sizes) agreeing cross join lateral (
            select part_id from part_fits f
            where f.interface_id = w.interface_id and f.role = w.role and f.size = agreeing
            order by part_id limit ${MAX_CANDIDATES}
          ) of_size order by part_id limit ${MAX_CANDIDATES}
        ) f join parts p on p.id = f.part_id
        where p.deleted_at is null and p.id <> ${partId} and not exists (
          select from part_fits own join wanted v using (interface_id, role)
          where own.part_id = p.id
          group by interface_id, role having not bool_or(own.size = any (v.sizes))
        )
        limit ${COMPATIBLE_COUNT_MAXIMUM}
      ) p
    ), numbered as (
      select *, row_number() over at_joint as place, count(*) over (partition by interface_id, role) as count
      from mates window at_joint as (partition by interface_id, role order by position)
    )
    select interface_id, role, id, count from numbered where place <= ${PARTS_SHOWN}
    order by interface_id, role, place`.execute(db)
  const parts = await readParts(db, [...new Set(rows.map(({ id }) => id))])
  return ({ definition, otherRole }) => {
    const at = rows.filter((row) => row.interface_id === definition.id && row.role === otherRole)
    return { parts: at.flatMap(({ id }) => parts.get(id) ?? []), count: at[0]?.count ?? 0 }
  }
}

interface CompatibleRow {
  interface_id: string
  role: Role
  id: string
  count: number
}

async function readParts(db: Db, ids: string[]): Promise<Map<string, Part>> {
  if (ids.length === 0) return new Map()
  const rows = await selectParts(db).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toPart(row)]))
}
