import type { PriceTier } from '@freehub/contract/catalog/prices'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { CodeTexts } from '../parts/part-codes.ts'
import { type FitTexts, readInterfaces } from '../parts/part-fits.ts'
import { computePriceTiers } from '../parts/part-terms.ts'
import { formatPriceSteps } from '../parts/price-steps.ts'
import type { CsvNames, CsvPart } from './part-columns.ts'

/**
 * Selects the columns of `parts` that CSV part lists contain and edits compare. Includes deleted parts. Price steps,
 * codes and fits are in other tables.
 */
export function selectCsvParts(db: Db) {
  return db
    .selectFrom('parts')
    .select(['id', 'sku', 'name', 'description', 'img', 'unit_price_cents', 'minimum_order'])
    .select(['family_code', 'pack_size', 'carton_size', 'weight_g', 'lead_time_days', 'hs_code'])
    .select('order_multiple')
    .select([
      sql<number>`on_hand - reserved`.as('available'),
      sql<boolean>`drawing is not null`.as('has_drawing'),
    ])
}

/** Converts a row of `selectCsvParts`. Adds the price steps as text, and null for codes and fits that were not read. */
export function toCsvPart<
  Row extends Omit<CsvPart, 'price_tiers' | keyof CodeTexts | keyof FitTexts>,
>(row: Row & Partial<CodeTexts & FitTexts>, storedTiers: PriceTier[] = []) {
  const { unit_price_cents: unitPriceCents, minimum_order: minimumOrder } = row
  const tiers = computePriceTiers(storedTiers, { unitPriceCents, minimumOrder })
  const { gtin = null, competitor_numbers = null, needs = null, offers = null } = row
  const price_tiers = formatPriceSteps(tiers.slice(1))
  return { ...row, gtin, competitor_numbers, needs, offers, price_tiers }
}

/** Reads the names of all families and the definitions of all interfaces. */
export async function readCsvNames(db: Db): Promise<CsvNames> {
  const [families, interfaces] = await Promise.all([
    db.selectFrom('families').select(['code', 'name']).execute(),
    readInterfaces(db),
  ])
  return { families: new Map(families.map(({ code, name }) => [code, name])), interfaces }
}
