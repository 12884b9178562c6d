import type { Part } from '../catalog/parts.ts'
import { nearestQuantities, type PartTerms, quantityBounds } from '../catalog/prices.ts'
import { ORDER_TOTAL_MAXIMUM_CENTS, ORDER_TOTAL_MINIMUM_CENTS } from '../constants.ts'
import { formatCount } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'

type OrderLimits = Pick<PartTerms, 'minimumOrder' | 'orderMultiple'> &
  Pick<Part, 'availableQuantity'>

/** Returns a refusal for a quantity below the minimum, above the available stock, or that is not a multiple. */
export function quantityRefusal(part: OrderLimits, quantity: number): Refusal | undefined {
  const { minimumOrder, orderMultiple, availableQuantity } = part
  if (quantity < minimumOrder) {
    const detail = `You have to order minimum ${minimumOrder} pieces`
    return refuse('quantity_below_minimum', { detail, errors: { quantity: detail } })
  }
  if (orderMultiple && quantity % orderMultiple !== 0) {
    const nearest = nearestQuantities(part, quantity, availableQuantity).map(formatCount)
    const advice = nearest.length > 0 ? ` You can order ${nearest.join(' or ')}.` : ''
    const detail = `This part is sold in multiples of ${formatCount(orderMultiple)} pieces.${advice}`
    return refuse('quantity_not_multiple', { detail, errors: { quantity: detail } })
  }
  const { maximum } = quantityBounds(part, availableQuantity)
  if (quantity > maximum) {
    const detail = `You can order maximum ${maximum} pieces`
    return refuse('quantity_above_available', { detail, errors: { quantity: detail } })
  }
  return undefined
}

/** Returns a refusal for a total outside the range of a card payment. */
export function totalRefusal(totalCents: number): Refusal | undefined {
  return totalCents < ORDER_TOTAL_MINIMUM_CENTS || totalCents > ORDER_TOTAL_MAXIMUM_CENTS
    ? refuse('total_out_of_range')
    : undefined
}
