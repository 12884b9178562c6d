import type { Part } from '../catalog/parts.ts'
import { ORDER_TOTAL_MAXIMUM_CENTS, ORDER_TOTAL_MINIMUM_CENTS } from '../constants.ts'
import { type Refusal, refuse } from '../refusals.ts'

/** Refuses a quantity that cannot be ordered, with the specification's message. */
export function quantityRefusal(
  part: Pick<Part, 'availableQuantity' | 'minimumOrder'>,
  quantity: number,
): Refusal | undefined {
  if (quantity < part.minimumOrder) {
    const detail = `You have to order minimum ${part.minimumOrder} pieces`
    return refuse('quantity_below_minimum', { detail, errors: { quantity: detail } })
  }
  if (quantity > part.availableQuantity) {
    const detail = `You can order maximum ${part.availableQuantity} pieces`
    return refuse('quantity_above_available', { detail, errors: { quantity: detail } })
  }
  return undefined
}

/** Refuses a total that one card payment cannot cover. */
export function checkTotal(totalCents: number): Refusal | undefined {
  return totalCents < ORDER_TOTAL_MINIMUM_CENTS || totalCents > ORDER_TOTAL_MAXIMUM_CENTS
    ? refuse('total_out_of_range')
    : undefined
}
