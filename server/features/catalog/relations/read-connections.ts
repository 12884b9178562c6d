import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { isCompatible, type PartInterface } from './compatibility.ts'

export type Role = 'needs' | 'offers'

/** One interface of a part: its role and sizes, and the compatible sizes of the other side. */
export interface PartConnection {
  definition: PartInterface
  role: Role
  sizes: string[]
  otherRole: Role
  /** Sizes of other parts on the other side that are compatible with one of this part's sizes. */
  compatibleSizes: string[]
}

/**
 * Reads the interfaces of a part. A loose index scan reads the distinct sizes of the other side,
 * in one step per size.
 */
export async function readConnections(db: Db, partId: string): Promise<PartConnection[]> {
  const { rows } = await sql<ConnectionRow>`
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
  return rows.map(toConnection)
}

interface ConnectionRow {
  definition: PartInterface
  role: Role
  sizes: string[]
  other_role: Role
  other_sizes: string[]
}

function toConnection({
  definition,
  role,
  sizes,
  other_role,
  other_sizes,
}: ConnectionRow): PartConnection {
  const isCompatibleSize = (other: string) =>
    sizes.some((own) =>
      role === 'needs'
        ? isCompatible(definition, own, other)
        : isCompatible(definition, other, own),
    )
  return {
    definition,
    role,
    sizes,
    otherRole: other_role,
    compatibleSizes: other_sizes.filter(isCompatibleSize),
  }
}
