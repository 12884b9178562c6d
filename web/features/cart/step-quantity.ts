import type { CartLine } from '@freehub/contract/cart/cart'
import { roundUpQuantity } from '@freehub/contract/catalog/prices'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'

/** Returns the next valid quantity up or down. Does not step above the available quantity. */
export function stepQuantity(line: CartLine, step: 1 | -1): number {
  const { quantity, available, orderMultiple } = line
  const multiple = orderMultiple ?? 1
  const smallest = roundUpQuantity(line, 0)
  const largest = Math.max(Math.floor(available / multiple) * multiple, smallest)
  const next =
    step > 0
      ? (Math.floor(quantity / multiple) + 1) * multiple
      : (Math.ceil(quantity / multiple) - 1) * multiple
  return Math.min(Math.max(next, smallest), largest, QUANTITY_MAXIMUM)
}
