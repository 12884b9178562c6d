import type { RefusalCode } from '@freehub/contract/refusals'
import { expect, it } from 'vitest'
import { CallError } from '../../../api/call-error.ts'
import { orderRefusal } from './order-refusal.ts'

function refused(code: RefusalCode, errors?: Record<string, string>) {
  return new CallError({ type: 'about:blank', title: 'A title.', status: 409, code, errors })
}

it('is said under the fields it is about', () => {
  const quantity = 'You can order maximum 30 pieces'
  expect(orderRefusal(refused('quantity_above_available', { quantity }))).toEqual([
    ['quantity', quantity],
  ])
  const phone = 'Phone number required'
  expect(orderRefusal(refused('input_invalid', { phone, productId: 'Odd.' }))).toEqual([
    ['phone', phone],
  ])
})

it('is about the quantity when the sum is out of range', () => {
  expect(orderRefusal(refused('total_out_of_range'))).toEqual([['quantity', 'A title.']])
})

it('is about the whole form otherwise', () => {
  expect(orderRefusal(refused('unpaid_orders_too_many'))).toEqual([['root', 'A title.']])
  expect(orderRefusal(new TypeError('odd'))).toEqual([['root', expect.any(String)]])
})
