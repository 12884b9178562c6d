import type { Part } from '../catalog/parts.ts'
import { nearestQuantities } from '../catalog/prices.ts'
import { ORDER_TOTAL_MAXIMUM_CENTS, ORDER_TOTAL_MINIMUM_CENTS } from '../constants.ts'
import { formatCount } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'

interface OrderLimits extends Pick<Part, 'availableQuantity' | 'minimumOrder'> {
  orderMultiple?: number | null
}

/** Returns a refusal with the specification's message for a quantity that cannot be ordered. */
export function quantityRefusal(part: OrderLimits, quantity: number): Refusal | undefined {
  if (quantity < part.minimumOrder) {
    const detail = `You have to order minimum ${part.minimumOrder} pieces`
    return refuse('quantity_below_minimum', { detail, errors: { quantity: detail } })
  }
  const { minimumOrder, orderMultiple } = part
  if (orderMultiple && quantity % orderMultiple !== 0) {
    const nearest = nearestQuantities({ minimumOrder, orderMultiple }, quantity).map(formatCount)
    const detail = `This part is sold in multiples of ${formatCount(orderMultiple)} pieces. You can order ${nearest.join(' or ')}.`
    return refuse('quantity_not_multiple', { detail, errors: { quantity: detail } })
  }
  if (quantity > part.availableQuantity) {
    const detail = `You can order maximum ${part.availableQuantity} pieces`
    return refuse('quantity_above_available', { detail, errors: { quantity: detail } })
  }
  return undefined
}

/** Returns a refusal for a total outside the range of a card payment. */
export function checkTotal(totalCents: number): Refusal | undefined {
  return totalCents < ORDER_TOTAL_MINIMUM_CENTS || totalCents > ORDER_TOTAL_MAXIMUM_CENTS
    ? refuse('total_out_of_range')
    : undefined
}
