import type { Part } from '@freehub/contract/parts'
import { sql } from 'kysely'
import type { Db } from '../../database/connect.ts'
import { partOf, selectParts } from '../part-row.ts'

const SHOWN = 4

interface Model {
  id: string
  family_code: string | null
  unit_price_cents: number
}

/**
 * The parts on sale that are most like this one: of its family, first those that share most of its
 * interfaces with the same size, then those nearest in price. What has no family is like nothing.
 */
export async function findSimilar(db: Db, model: Model): Promise<Part[]> {
  if (!model.family_code) return []
  const rows = await selectParts(db)
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('part_fits as own')
          .innerJoin('part_fits as other', (join) =>
            join
              .onRef('other.interface_id', '=', 'own.interface_id')
              .onRef('other.role', '=', 'own.role')
              .onRef('other.size', '=', 'own.size'),
          )
          .where('own.part_id', '=', model.id)
          .groupBy('other.part_id')
          .select(['other.part_id', (count) => count.fn.countAll<number>().as('shared')])
          .as('alike'),
      (join) => join.onRef('alike.part_id', '=', 'parts.id'),
    )
    .where('family_code', '=', model.family_code)
    .where('id', '<>', model.id)
    .orderBy(sql`coalesce(alike.shared, 0)`, 'desc')
    .orderBy(sql`abs(unit_price_cents - ${model.unit_price_cents})`)
    .orderBy('position')
    .limit(SHOWN)
    .execute()
  return rows.map(partOf)
}
