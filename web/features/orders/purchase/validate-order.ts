import { lineTotal, type PartTerms, roundUpQuantity } from '@freehub/contract/catalog/prices'
import { checkTotal, quantityRefusal } from '@freehub/contract/orders/order-refusals'
import { describeRefusal } from '@freehub/contract/refusals'
import { CallError, formatError } from '../../../api/call-error.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { parseQuantity } from '../../../ui/forms/quantity-input.tsx'

/** What decides whether a quantity of a part can be ordered, and its total. */
export interface OrderedPart extends PartTerms {
  availableQuantity: number
}

/** Returns the error message for a typed quantity, or undefined if it can be ordered. */
export function validateQuantity(part: OrderedPart, typed: string): string | undefined {
  if (typed.trim() === '') return 'Order Quantity Required'
  const quantity = parseQuantity(typed)
  if (Number.isNaN(quantity)) return 'Enter a whole number of pieces.'
  const refusal = quantityRefusal(part, quantity) ?? checkTotal(lineTotal(part, quantity))
  return refusal && (refusal.detail ?? describeRefusal(refusal.refused).title)
}

/** Returns the smallest and the largest quantity that can be ordered. */
export function quantityBounds(part: OrderedPart): { minimum: number; maximum: number } {
  const multiple = part.orderMultiple ?? 1
  return {
    minimum: roundUpQuantity(part, 0),
    maximum: Math.floor(part.availableQuantity / multiple) * multiple,
  }
}

/** Returns the next larger or smaller quantity that can be ordered. NaN steps to the minimum. */
export function stepQuantity(quantity: number, step: 1 | -1, part: OrderedPart): number {
  const { minimum, maximum } = quantityBounds(part)
  if (Number.isNaN(quantity)) return minimum
  const multiple = part.orderMultiple ?? 1
  const next =
    step === 1
      ? (Math.floor(quantity / multiple) + 1) * multiple
      : (Math.ceil(quantity / multiple) - 1) * multiple
  return Math.max(minimum, Math.min(maximum, next))
}

export function toOrderFieldErrors(error: unknown) {
  if (error instanceof CallError && error.problem.code === 'total_out_of_range') {
    return [['quantity', formatError(error)]] as const
  }
  return toFieldErrors(error, ['quantity', 'phone', 'address'])
}
