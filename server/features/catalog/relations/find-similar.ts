import type { Part } from '@freehub/contract/catalog/parts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { partOf, selectParts } from '../parts/part-row.ts'

const SHOWN = 4
/** So many of the family are looked at that cost as much or more, and so many that cost less. */
const NEAR = 200

interface Model {
  id: string
  family_code: string | null
  unit_price_cents: number
}

/**
 * The parts on sale that are most like this one: of its family, first those that share most of its
 * interfaces with the same size, then those nearest in price. Of a large family the nearest in price are
 * looked at. What has no family is like nothing.
 */
export async function findSimilar(db: Db, model: Model): Promise<Part[]> {
  if (!model.family_code) return []
  const { id, family_code: family, unit_price_cents: price } = model
  const near = (priced: RawBuilder<unknown>, along: RawBuilder<unknown>) => sql`(
    select id from parts
    where family_code = ${family} and deleted_at is null and unit_price_cents ${priced} and id <> ${id}
    order by unit_price_cents ${along}, position ${along} limit ${NEAR})`
  const shared = sql<number>`(
    select count(*) from part_fits other join part_fits own using (interface_id, role, size)
    where other.part_id = parts.id and own.part_id = ${id})`
  const rows = await selectParts(db)
    .where(
      sql<boolean>`id in (${near(sql`>= ${price}`, sql`asc`)} union all ${near(sql`< ${price}`, sql`desc`)})`,
    )
    .orderBy(shared, 'desc')
    .orderBy(sql`abs(unit_price_cents - ${price})`)
    .orderBy('position')
    .limit(SHOWN)
    .execute()
  return rows.map(partOf)
}
