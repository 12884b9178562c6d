import type { OrderHistory, OrderStep } from '@freehub/contract/orders/orders'
import { expect, test } from 'vitest'
import { isBeingRefunded } from './format-stage.ts'

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
])('isBeingRefunded returns %s for stage %s with the steps %j', (expected, stage, kinds) => {
  expect(isBeingRefunded({ stage, steps: kinds.map(step) })).toBe(expected)
})
