import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { dollarsOf } from '@freehub/contract/money'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'

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
  const row = await db
    .selectFrom('parts')
    .leftJoin('families', 'families.code', 'parts.family_code')
    .select(['parts.id as _id', 'sku', 'attributes', 'supersedes', 'hs_code as hsCode'])
    .select(['families.name as family', 'families.slug as familySlug'])
    .select(['pack_size as packSize', 'carton_size as cartonSize'])
    .select(['weight_g as weightGrams', 'lead_time_days as leadTimeDays'])
    .select(['unit_price_cents as unitPriceCents', 'minimum_order as minimumOrder'])
    .where('parts.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return refuse('part_missing')
  const { unitPriceCents, minimumOrder, ...details } = row
  const priceTiers = await readPriceTiers(db, id, { unitPriceCents, minimumOrder })
  return { ...details, priceTiers }
}

interface CurrentTerms {
  unitPriceCents: number
  minimumOrder: number
}

interface PriceTier {
  fromQuantity: number
  cents: number
}

async function readPriceTiers(db: Db, id: string, current: CurrentTerms) {
  const stored = await db
    .selectFrom('part_price_tiers')
    .select(['from_quantity as fromQuantity', 'unit_price_cents as cents'])
    .where('part_id', '=', id)
    .orderBy('from_quantity')
    .execute()
  return computePriceTiers(stored, current).map(({ fromQuantity, cents }) => ({
    fromQuantity,
    price: dollarsOf(cents),
  }))
}

/**
 * Scales the stored tiers, whose first one is the price they were set for, to the current price.
 * Leaves out tiers that are not cheaper or below the minimum order.
 */
export function computePriceTiers(
  stored: PriceTier[],
  { unitPriceCents, minimumOrder }: CurrentTerms,
): PriceTier[] {
  const [base, ...others] = stored
  if (!base) return []
  let last = { fromQuantity: minimumOrder, cents: unitPriceCents }
  const tiers = [last]
  for (const { fromQuantity, cents: storedCents } of others) {
    const cents = Math.max(1, Math.round((storedCents * unitPriceCents) / base.cents))
    if (fromQuantity <= last.fromQuantity || cents >= last.cents) continue
    last = { fromQuantity, cents }
    tiers.push(last)
  }
  return tiers
}
