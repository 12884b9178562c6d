import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { dollarsOf } from '@freehub/contract/money'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { computePriceTiers, selectStoredTiers } from './part-terms.ts'

/** Selects the columns that `toPart` needs. Selects only parts on sale. */
export function selectParts(db: Db) {
  return db
    .selectFrom('parts')
    .select(['id', 'name', 'description', 'img', 'unit_price_cents', 'minimum_order'])
    .select(sql<number>`on_hand - reserved`.as('available'))
    .where('deleted_at', 'is', null)
}

export type PartRow = Awaited<ReturnType<ReturnType<typeof selectParts>['execute']>>[number]

export function toPart(row: PartRow): Part {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    img: row.img,
    price: dollarsOf(row.unit_price_cents),
    availableQuantity: row.available,
    minimumOrder: row.minimum_order,
  }
}

export async function readPart(db: Db, id: string): Promise<Part | Refusal> {
  const row = await selectParts(db).where('id', '=', id).executeTakeFirst()
  return row ? toPart(row) : refuse('part_missing')
}

export async function readPartDetails(db: Db, id: string): Promise<PartDetails | Refusal> {
  const [details] = await listPartDetails(db, [id])
  return details ?? refuse('part_missing')
}

/** Returns the details of the parts with these ids, in the order of the ids. Leaves out parts that are not on sale. */
export async function listPartDetails(db: Db, ids: string[]): Promise<PartDetails[]> {
  const rows = await db
    .selectFrom('parts')
    .leftJoin('families', 'families.code', 'parts.family_code')
    .select(['parts.id as _id', 'sku', 'attributes', 'supersedes', 'hs_code as hsCode'])
    .select(['families.name as family', 'families.slug as familySlug'])
    .select(['pack_size as packSize', 'carton_size as cartonSize'])
    .select(['weight_g as weightGrams', 'lead_time_days as leadTimeDays'])
    .select(['unit_price_cents', 'minimum_order', 'order_multiple as orderMultiple'])
    .select(selectStoredTiers)
    .where(sql<boolean>`parts.id = any (${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy(sql`array_position(${ids}::uuid[], parts.id)`)
    .execute()
  return rows.map(({ unit_price_cents, minimum_order, storedTiers, ...details }) => {
    const tiers = computePriceTiers(storedTiers, {
      unitPriceCents: unit_price_cents,
      minimumOrder: minimum_order,
    })
    const priceTiers = tiers.map(({ fromQuantity, unitPriceCents }) => ({
      fromQuantity,
      price: dollarsOf(unitPriceCents),
    }))
    return { ...details, priceTiers }
  })
}
