import type { Part, PartDetails } from '@freehub/contract/catalog/parts'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { selectParts, toPart } from './part-row.ts'
import { readPriceTiers } from './price-tiers.ts'

export async function readPart(db: Db, id: string): Promise<Part | Refusal> {
  const row = await selectParts(db).where('id', '=', id).executeTakeFirst()
  return row ? toPart(row) : refuse('part_missing')
}

/** Reads the details of a part that go beyond the specification. */
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
