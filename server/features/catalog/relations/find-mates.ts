import { MATES_UP_TO, type Part } from '@freehub/contract/catalog/parts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { partOf, selectParts } from '../parts/part-row.ts'
import type { Joint, Role } from './read-joints.ts'

/** So many parts are shown at each interface. */
const SHOWN = 6

/** So many that agree at one interface are looked at whether they agree at the others, the oldest first. */
const LOOKED_AT = 2000

/**
 * The parts on sale that go together with a part at one interface: the first, and how many there are,
 * counted no further than `MATES_UP_TO`.
 */
export interface Mates {
  parts: Part[]
  count: number
}

/**
 * Finds what goes together with a part at each of its interfaces. Whatever agrees at one interface
 * and not at another that both have, such as a tyre too wide for a rim of its diameter, does not.
 */
export async function findMates(
  db: Db,
  partId: string,
  joints: Joint[],
): Promise<(joint: Joint) => Mates> {
  const wanted = joints.map(({ definition, otherRole, agreeing }) => ({
    interface_id: definition.id,
    role: otherRole,
    sizes: agreeing,
  }))
  const { rows } = await sql<MateRow>`
    with wanted as materialized (
      select * from json_to_recordset(${JSON.stringify(wanted)}::json)
        as w (interface_id text, role text, sizes text[])
    ), mates as (
      select w.interface_id, w.role, p.id, p.position
      from wanted w cross join lateral (
        select p.id, p.position from (
          select distinct part_id from unnest(w.sizes) agreeing cross join lateral (
            select part_id from part_fits f
            where f.interface_id = w.interface_id and f.role = w.role and f.size = agreeing
            order by part_id limit ${LOOKED_AT}
          ) of_size order by part_id limit ${LOOKED_AT}
        ) f join parts p on p.id = f.part_id
        where p.deleted_at is null and p.id <> ${partId} and not exists (
          select from part_fits own join wanted v using (interface_id, role)
          where own.part_id = p.id
          group by interface_id, role having not bool_or(own.size = any (v.sizes))
        )
        limit ${MATES_UP_TO}
      ) p
    ), numbered as (
      select *, row_number() over at_joint as place, count(*) over (partition by interface_id, role) as count
      from mates window at_joint as (partition by interface_id, role order by position)
    )
    select interface_id, role, id, count from numbered where place <= ${SHOWN}
    order by interface_id, role, place`.execute(db)
  const parts = await readParts(db, [...new Set(rows.map(({ id }) => id))])
  return ({ definition, otherRole }) => {
    const at = rows.filter((row) => row.interface_id === definition.id && row.role === otherRole)
    return { parts: at.flatMap(({ id }) => parts.get(id) ?? []), count: at[0]?.count ?? 0 }
  }
}

interface MateRow {
  interface_id: string
  role: Role
  id: string
  count: number
}

async function readParts(db: Db, ids: string[]): Promise<Map<string, Part>> {
  if (ids.length === 0) return new Map()
  const rows = await selectParts(db).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, partOf(row)]))
}
