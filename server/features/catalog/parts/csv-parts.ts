import type { PriceTier } from '@freehub/contract/catalog/prices'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { CodeTexts } from './part-codes.ts'
import type { CsvPart, FamilyNames } from './part-columns.ts'
import { computePriceTiers } from './part-terms.ts'
import { formatPriceSteps } from './price-steps.ts'

/** Selects the columns of a CSV part list without price steps and codes. Includes parts that are no longer on sale. */
export function selectCsvParts(db: Db) {
  return db
    .selectFrom('parts')
    .select(['id', 'sku', 'name', 'description', 'img', 'unit_price_cents', 'minimum_order'])
    .select(['family_code', 'pack_size', 'carton_size', 'weight_g', 'lead_time_days', 'hs_code'])
    .select('order_multiple')
    .select(sql<number>`on_hand - reserved`.as('available'))
}

/** Adds the current price steps and the codes. Parts whose stored tiers or codes were not read get none. */
export function toCsvPart<Row extends Omit<CsvPart, 'price_tiers' | keyof CodeTexts>>(
  row: Row & Partial<CodeTexts>,
  storedTiers: PriceTier[] = [],
) {
  const { unit_price_cents: unitPriceCents, minimum_order: minimumOrder } = row
  const tiers = computePriceTiers(storedTiers, { unitPriceCents, minimumOrder })
  const { gtin = null, competitor_numbers = null } = row
  return { ...row, gtin, competitor_numbers, price_tiers: formatPriceSteps(tiers.slice(1)) }
}

/** Reads the names of all families, by code. */
export async function readFamilyNames(db: Db): Promise<FamilyNames> {
  const rows = await db.selectFrom('families').select(['code', 'name']).execute()
  return new Map(rows.map(({ code, name }) => [code, name]))
}
