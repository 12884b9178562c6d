import type { PartDetails } from '@freehub/contract/catalog/parts'
import { dollarsOf } from '@freehub/contract/money'
import type { Db } from '../../../platform/database/connections/connect.ts'

/** Current price and minimum order of a part. */
interface CurrentTerms {
  unitPriceCents: number
  minimumOrder: number
}

interface PriceTier {
  fromQuantity: number
  cents: number
}

/** Reads the price tiers of a part, scaled to its current price. */
export async function readPriceTiers(
  db: Db,
  id: string,
  current: CurrentTerms,
): Promise<PartDetails['priceTiers']> {
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
 * Scales the stored tiers to the current price. The first stored tier is the price for which they were set.
 * The first result is the current price from the minimum order. Tiers below the minimum order, or not
 * cheaper than the tier before, are left out.
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
