import type { PartDetails } from '@freehub/contract/catalog/parts'
import { dollarsOf } from '@freehub/contract/money'
import type { Db } from '../../../platform/database/connections/connect.ts'

/** A part's price and minimum order as they are now. */
interface Now {
  unitPriceCents: number
  minimumOrder: number
}

interface Step {
  fromQuantity: number
  cents: number
}

/** The steps of a part's price as they follow from its price and minimum order now. */
export async function readPriceTiers(
  db: Db,
  id: string,
  now: Now,
): Promise<PartDetails['priceTiers']> {
  const given = await db
    .selectFrom('part_price_tiers')
    .select(['from_quantity as fromQuantity', 'unit_price_cents as cents'])
    .where('part_id', '=', id)
    .orderBy('from_quantity')
    .execute()
  return stepsNow(given, now).map(({ fromQuantity, cents }) => ({
    fromQuantity,
    price: dollarsOf(cents),
  }))
}

/**
 * Steps are kept as the maker gave them, the first for the price of that day; since then they rise and
 * fall with the price. The first step is what is charged, from the minimum order; a step that begins
 * no later than that, or saves nothing more than the one before, is none.
 */
export function stepsNow(given: Step[], { unitPriceCents, minimumOrder }: Now): Step[] {
  const [base, ...others] = given
  if (!base) return []
  let last = { fromQuantity: minimumOrder, cents: unitPriceCents }
  const steps = [last]
  for (const { fromQuantity, cents: givenCents } of others) {
    const cents = Math.max(1, Math.round((givenCents * unitPriceCents) / base.cents))
    if (fromQuantity <= last.fromQuantity || cents >= last.cents) continue
    last = { fromQuantity, cents }
    steps.push(last)
  }
  return steps
}
