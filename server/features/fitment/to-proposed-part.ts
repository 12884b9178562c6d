import { priceAt, roundUpQuantity } from '@freehub/contract/catalog/prices'
import type { ProposedPart } from '@freehub/contract/fitment/fitment'
import type { PartWithTerms } from '../catalog/parts/part-terms.ts'

/** Proposes the smallest valid quantity of a part that is at least `needed`, with its price. */
export function toProposedPart(part: PartWithTerms, needed: number): ProposedPart {
  const { productId, name, sku, img, minimumOrder, orderMultiple, priceTiers } = part
  const quantity = roundUpQuantity(part, needed)
  return {
    productId,
    name,
    sku,
    img,
    quantity,
    minimumOrder,
    orderMultiple,
    unitPriceCents: priceAt(part, quantity),
    priceTiers,
    available: part.isOnSale ? Math.max(part.available, 0) : 0,
  }
}
