import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { agrees, type Interface } from './mating.ts'

export type Role = 'needs' | 'offers'

/** One interface of a part: its own side with its sizes, and those of the other side that agree. */
export interface Joint {
  definition: Interface
  role: Role
  sizes: string[]
  otherRole: Role
  /** Sizes that other parts have here on the other side, and that go with one of this part's. */
  agreeing: string[]
}

/**
 * The interfaces of a part. The sizes of the other side are read off the index one by one, each in
 * one step however many parts have it.
 */
export async function readJoints(db: Db, partId: string): Promise<Joint[]> {
  const { rows } = await sql<JointRow>`
    select i.definition, own.role, own.sizes, own.other_role, array(
      with recursive other as (
        (select size from part_fits
         where interface_id = own.interface_id and role = own.other_role order by size limit 1)
        union all
        select (select f.size from part_fits f
          where f.interface_id = own.interface_id and f.role = own.other_role and f.size > other.size
          order by f.size limit 1)
        from other where other.size is not null
      ) select size from other where size is not null
    ) as other_sizes
    from (
      select interface_id, role, array_agg(size order by size) as sizes,
        case role when 'needs' then 'offers' else 'needs' end as other_role
      from part_fits where part_id = ${partId} group by interface_id, role
    ) own join interfaces i on i.id = own.interface_id`.execute(db)
  return rows.map(jointOf)
}

interface JointRow {
  definition: Interface
  role: Role
  sizes: string[]
  other_role: Role
  other_sizes: string[]
}

function jointOf({ definition, role, sizes, other_role, other_sizes }: JointRow): Joint {
  const goesWith = (other: string) =>
    sizes.some((own) =>
      role === 'needs' ? agrees(definition, own, other) : agrees(definition, other, own),
    )
  return { definition, role, sizes, otherRole: other_role, agreeing: other_sizes.filter(goesWith) }
}
