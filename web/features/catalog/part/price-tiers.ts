import type { Part, PartDetails } from '@freehub/contract/catalog/parts'

export interface PriceTier {
  fromQuantity: number
  price: number
  /** Percentage below the price per unit, rounded. */
  saving: number
}

/** Lists a part's price tiers with their savings; empty if there is one price for all quantities. */
export function listPriceTiers(part: Part, tiers: PartDetails['priceTiers']): PriceTier[] {
  if (tiers.length < 2) return []
  return tiers.map(({ fromQuantity, price }) => ({
    fromQuantity,
    price,
    saving: Math.max(0, Math.round(100 * (1 - price / part.price))),
  }))
}
