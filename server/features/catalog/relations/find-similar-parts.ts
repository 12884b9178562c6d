import type { Part } from '@freehub/contract/catalog/parts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { selectParts, toPart } from '../parts/read-part.ts'

const PARTS_SHOWN = 4
/** Parts of the family that are considered on either side of the price. */
const MAX_CANDIDATES = 200

interface ReferencePart {
  id: string
  family_code: string | null
  unit_price_cents: number
}

/**
 * Finds similar parts on sale: of the same family, first those that share most interfaces and sizes,
 * then those nearest in price. Of a large family only the nearest in price are considered.
 */
export async function findSimilarParts(db: Db, part: ReferencePart): Promise<Part[]> {
  if (!part.family_code) return []
  const { id, family_code: family, unit_price_cents: price } = part
  const selectNearest = (
    priceCondition: RawBuilder<unknown>,
    direction: RawBuilder<unknown>,
  ) => sql`(
    select id from parts
    where family_code = ${family} and deleted_at is null and unit_price_cents ${priceCondition} and id <> ${id}
    order by unit_price_cents ${direction}, position ${direction} limit ${MAX_CANDIDATES})`
  const sharedInterfaces = sql<number>`(
    select count(*) from part_fits other join part_fits own using (interface_id, role, size)
    where other.part_id = parts.id and own.part_id = ${id})`
  const rows = await selectParts(db)
    .where(
      sql<boolean>`id in (${selectNearest(sql`>= ${price}`, sql`asc`)} union all ${selectNearest(sql`< ${price}`, sql`desc`)})`,
    )
    .orderBy(sharedInterfaces, 'desc')
    .orderBy(sql`abs(unit_price_cents - ${price})`)
    .orderBy('position')
    .limit(PARTS_SHOWN)
    .execute()
  return rows.map(toPart)
}
