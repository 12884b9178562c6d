import { type Part, totalPrice } from '@freehub/contract/catalog/parts'
import { centsOf } from '@freehub/contract/money'
import { checkTotal, quantityRefusal } from '@freehub/contract/orders/order-refusals'
import { describeRefusal } from '@freehub/contract/refusals'
import { CallError, formatError } from '../../../api/call-error.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { parseQuantity } from '../../../ui/forms/quantity-input.tsx'

/** Returns the error message for a typed quantity, or undefined if it can be ordered. */
export function validateQuantity(part: Part, typed: string): string | undefined {
  if (typed.trim() === '') return 'Order Quantity Required'
  const quantity = parseQuantity(typed)
  if (Number.isNaN(quantity)) return 'Enter a whole number of pieces.'
  const refusal = quantityRefusal(part, quantity) ?? checkTotal(centsOf(totalPrice(part, quantity)))
  return refusal && (refusal.detail ?? describeRefusal(refusal.refused).title)
}

/** Returns the quantity one step up or down, within the bounds. NaN steps to the minimum. */
export function stepQuantity(
  quantity: number,
  step: 1 | -1,
  bounds: { minimum: number; maximum: number },
): number {
  if (Number.isNaN(quantity)) return bounds.minimum
  return Math.max(bounds.minimum, Math.min(bounds.maximum, quantity + step))
}

export function toOrderFieldErrors(error: unknown) {
  if (error instanceof CallError && error.problem.code === 'total_out_of_range') {
    return [['quantity', formatError(error)]] as const
  }
  return toFieldErrors(error, ['quantity', 'phone', 'address'])
}
