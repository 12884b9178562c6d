import { lineTotal, type PartTerms } from '@freehub/contract/catalog/prices'
import { quantityRefusal, totalRefusal } from '@freehub/contract/orders/order-refusals'
import { describeRefusal } from '@freehub/contract/refusals'
import { CallError, formatError } from '../../../api/call-error.ts'
import { toFieldErrors } from '../../../api/field-errors.ts'
import { parseQuantity } from '../../../ui/forms/quantity-input.tsx'

/** The data of a part that decide its valid quantities and the total. */
export interface OrderedPart extends PartTerms {
  availableQuantity: number
}

/** Returns the error message for a typed quantity. Undefined if the quantity can be ordered. */
export function validateQuantity(part: OrderedPart, input: string): string | undefined {
  if (input.trim() === '') return 'Order Quantity Required'
  const quantity = parseQuantity(input)
  if (Number.isNaN(quantity)) return 'Enter a whole number of pieces.'
  const refusal = quantityRefusal(part, quantity) ?? totalRefusal(lineTotal(part, quantity))
  return refusal && (refusal.detail ?? describeRefusal(refusal.refused).title)
}

const createRequiredRule = (message: string) => ({
  validate: (input: string) => input.trim() !== '' || message,
})

/** The rules of the contact fields, with the messages of the specification. */
export const contactRules = {
  phone: createRequiredRule('Phone number required'),
  address: createRequiredRule('Please Provide Your Address'),
}

/** The rules for staff who enter an order for a customer. */
export const customerContactRules = {
  phone: createRequiredRule('Enter a phone number.'),
  address: createRequiredRule('Enter an address.'),
}

/** Returns the messages by field for an order that was refused. The quantity gets the message about the total. */
export function toOrderFieldErrors(error: unknown) {
  if (error instanceof CallError && error.problem.code === 'total_out_of_range') {
    return [['quantity', formatError(error)]] as const
  }
  return toFieldErrors(error, ['quantity', 'phone', 'address', 'reference'])
}
