import { priceAt, roundUpQuantity } from '@freehub/contract/catalog/prices'
import type { ProposedPart } from '@freehub/contract/fitment/fitment'
import type { PartWithTerms } from '../catalog/parts/part-terms.ts'

/** Describes a part with the smallest valid quantity of at least `needed` pieces, and its price. */
export function proposePart(part: PartWithTerms, needed: number): ProposedPart {
  const { productId, name, sku, img, minimumOrder, orderMultiple } = part
  const quantity = roundUpQuantity(part, needed)
  return {
    ...{ productId, name, sku, img, quantity, minimumOrder, orderMultiple },
    unitPriceCents: priceAt(part, quantity),
    available: part.isOnSale ? Math.max(part.available, 0) : 0,
  }
}
