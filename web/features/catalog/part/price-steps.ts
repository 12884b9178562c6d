import type { Part, PartDetails } from '@freehub/contract/catalog/parts'

export interface PriceStep {
  fromQuantity: number
  price: number
  /** Whole per cent below the price per unit. */
  saving: number
}

/** The steps of a part's price, and what each saves; none where the price is one for all quantities. */
export function priceSteps(part: Part, tiers: PartDetails['priceTiers']): PriceStep[] {
  if (tiers.length < 2) return []
  return tiers.map(({ fromQuantity, price }) => ({
    fromQuantity,
    price,
    saving: Math.max(0, Math.round(100 * (1 - price / part.price))),
  }))
}
