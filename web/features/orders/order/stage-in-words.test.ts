import type { OrderHistory, OrderStep } from '@freehub/contract/orders/orders'
import { expect, test } from 'vitest'
import { isBeingRefunded } from './stage-in-words.ts'

const step = (kind: OrderStep['kind']): OrderStep => ({
  kind,
  at: '2026-03-01T12:00:00.000Z',
  by: 'staff',
  name: null,
})

test.each<[boolean, OrderHistory['stage'], OrderStep['kind'][]]>([
  [false, 'Paid', ['paid']],
  [true, 'Paid', ['paid', 'refund_begun']],
  [false, 'Paid', ['paid', 'refund_begun', 'refund_withdrawn']],
  [true, 'Paid', ['paid', 'refund_begun', 'refund_withdrawn', 'refund_begun', 'repaired']],
  [false, 'Refunded', ['paid', 'refund_begun', 'refunded']],
])('it is %s that an order is being refunded: %s after %j', (is, stage, kinds) => {
  expect(isBeingRefunded({ stage, steps: kinds.map(step) })).toBe(is)
})
