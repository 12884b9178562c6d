import type { RefusalCode } from '@freehub/contract/refusals'
import { describe, expect, it } from 'vitest'
import { CallError } from '../../../api/call-error.ts'
import { toOrderFieldErrors, validateQuantity } from './purchase-form-rules.ts'

describe('validateQuantity', () => {
  const part = {
    unitPriceCents: 840,
    availableQuantity: 1240,
    minimumOrder: 50,
    orderMultiple: null,
    priceTiers: [],
  }

  it.each([
    ['', 'Order Quantity Required'],
    ['1.5', 'Enter a whole number of pieces.'],
    ['-1', 'You have to order minimum 50 pieces'],
    ['49', 'You have to order minimum 50 pieces'],
    ['1241', 'You can order maximum 1240 pieces'],
    ['999999999999999999999', 'You can order maximum 1240 pieces'],
    ['50', undefined],
    ['1,240', undefined],
  ])('validates %j with the message %s', (input, message) =>
    expect(validateQuantity(part, input)).toBe(message),
  )

  it('refuses a total above the limit of a card payment', () => {
    const message = validateQuantity({ ...part, availableQuantity: 900_000 }, '800000')
    expect(message).toContain('Change the quantity')
  })

  it('computes the total with the unit price of the quantity', () => {
    const large = { ...part, availableQuantity: 900_000 }
    expect(validateQuantity(large, '200000')).toContain('Change the quantity')
    const priceTiers = [{ fromQuantity: 1000, unitPriceCents: 400 }]
    expect(validateQuantity({ ...large, priceTiers }, '200000')).toBeUndefined()
  })

  it('rejects a quantity between two multiples, and states both multiples', () => {
    expect(validateQuantity({ ...part, orderMultiple: 25 }, '60')).toBe(
      'This part is sold in multiples of 25 pieces. You can order 50 or 75.',
    )
  })
})

function createError(code: RefusalCode, errors?: Record<string, string>) {
  return new CallError({ type: 'about:blank', title: 'A title.', status: 409, code, errors })
}

it('assigns messages of the server to their fields', () => {
  const quantity = 'You can order maximum 30 pieces'
  expect(toOrderFieldErrors(createError('quantity_above_available', { quantity }))).toEqual([
    ['quantity', quantity],
  ])
  const phone = 'Phone number required'
  expect(toOrderFieldErrors(createError('input_invalid', { phone, productId: 'Odd.' }))).toEqual([
    ['phone', phone],
    ['root', 'A title. Odd.'],
  ])
})

it('assigns a total out of range to the quantity', () => {
  expect(toOrderFieldErrors(createError('total_out_of_range'))).toEqual([['quantity', 'A title.']])
})

it('assigns an error without a field to the whole form', () => {
  expect(toOrderFieldErrors(createError('unpaid_orders_too_many'))).toEqual([['root', 'A title.']])
  expect(toOrderFieldErrors(new TypeError('odd'))).toEqual([['root', expect.any(String)]])
})
