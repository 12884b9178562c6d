import type { RefusalCode } from '@freehub/contract/refusals'
import { expect, it } from 'vitest'
import { CallError } from '../../../api/call-error.ts'
import { toOrderFieldErrors } from './order-field-errors.ts'

function createError(code: RefusalCode, errors?: Record<string, string>) {
  return new CallError({ type: 'about:blank', title: 'A title.', status: 409, code, errors })
}

it('assigns messages to their fields', () => {
  const quantity = 'You can order maximum 30 pieces'
  expect(toOrderFieldErrors(createError('quantity_above_available', { quantity }))).toEqual([
    ['quantity', quantity],
  ])
  const phone = 'Phone number required'
  expect(toOrderFieldErrors(createError('input_invalid', { phone, productId: 'Odd.' }))).toEqual([
    ['phone', phone],
  ])
})

it('assigns a total out of range to the quantity', () => {
  expect(toOrderFieldErrors(createError('total_out_of_range'))).toEqual([['quantity', 'A title.']])
})

it('assigns other errors to the whole form', () => {
  expect(toOrderFieldErrors(createError('unpaid_orders_too_many'))).toEqual([['root', 'A title.']])
  expect(toOrderFieldErrors(new TypeError('odd'))).toEqual([['root', expect.any(String)]])
})
