import type { OrderStep } from '@freehub/contract/orders/orders'
import { expect, it } from 'vitest'
import { doerOf } from './steps-in-words.ts'

const step = (part: Partial<OrderStep>): OrderStep => ({
  kind: 'placed',
  at: '2026-11-21T15:00:00.000Z',
  by: 'customer',
  name: null,
  ...part,
})

it('tells a customer that it was he, our staff or the shop', () => {
  expect(doerOf(step({}), null)).toBe('by you')
  expect(doerOf(step({ by: 'staff' }), null)).toBe('by our staff')
  expect(doerOf(step({ by: 'shop', kind: 'paid' }), null)).toBe('by the shop')
})

it('tells the staff names', () => {
  expect(doerOf(step({ name: 'Ada Dealer' }), 'Ada Dealer')).toBe('by Ada Dealer')
  expect(doerOf(step({}), 'Ada Dealer')).toBe('by Ada Dealer')
  expect(doerOf(step({ by: 'staff', name: 'Bo' }), 'Ada Dealer')).toBe('by Bo, staff')
})

it('says why the shop cancelled an order', () => {
  expect(doerOf(step({ kind: 'cancelled', by: 'shop' }), null)).toBe(
    'by the shop: the reservation had run out',
  )
})
