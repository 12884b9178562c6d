import { sql } from 'kysely'
import { prepared } from '../../platform/database/connections/client.ts'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { PartInterface } from '../catalog/relations/compatibility.ts'
import { findNoun } from '../catalog/relations/part-noun.ts'
import type { FitMember, Joint } from './rules/evaluate-fit.ts'

/** A part of a checked set. */
export interface PartMember extends FitMember {
  id: string
  familyCode: string | null
  isOnSale: boolean
  attributes: Record<string, unknown>
}

interface Row {
  id: string
  name: string
  familyCode: string | null
  family: string | null
  isOnSale: boolean
  attributes: Record<string, unknown>
  joints: Joint[]
}

/** Reads parts with all their joints in one query, in the order of `ids`. Unknown ids are left out. */
export async function readMembers(
  db: Db,
  ids: string[],
  quantityOf: (id: string) => number = () => 1,
): Promise<PartMember[]> {
  const { rows } = await sql<Row>`${prepared}
    select parts.id, parts.name, family_code as "familyCode", families.name as family,
      deleted_at is null as "isOnSale",
      case when attributes ->> 'spoke_holes' is null then '{}' else attributes end as attributes,
      coalesce((
        select jsonb_agg(jsonb_build_object('interface', interface_id, 'role', role, 'size', size)
          order by interface_id, role, size)
        from part_fits where part_id = parts.id
      ), '[]') as joints
    from unnest(${ids}::uuid[]) with ordinality as listed (part_id, n)
    join parts on parts.id = part_id left join families on families.code = family_code
    order by n`.execute(db)
  return rows.map(({ family, ...part }) => ({
    ...part,
    noun: findNoun(part.name, family),
    quantity: quantityOf(part.id),
  }))
}

/** Reads the definitions of all interfaces, by id. */
export async function readInterfaces(db: Db): Promise<Map<string, PartInterface>> {
  const { rows } = await sql<{ definition: PartInterface }>`${prepared}
    select definition from interfaces order by id`.execute(db)
  return new Map(rows.map(({ definition }) => [definition.id, definition]))
}
