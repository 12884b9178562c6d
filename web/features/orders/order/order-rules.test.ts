import type { OrderHistory, OrderStep } from '@freehub/contract/orders/orders'
import { expect, test } from 'vitest'
import { isBeingRefunded } from './order-rules.ts'

test.each<[boolean, OrderHistory['stage'], OrderStep['kind'][]]>([
  [false, 'Paid', ['paid']],
  [true, 'Paid', ['paid', 'refund_begun']],
  [false, 'Paid', ['paid', 'refund_begun', 'refund_withdrawn']],
  [true, 'Paid', ['paid', 'refund_begun', 'refund_withdrawn', 'refund_begun', 'repaired']],
  [false, 'Refunded', ['paid', 'refund_begun', 'refunded']],
])('isBeingRefunded returns %s for stage %s with the steps %j', (expected, stage, kinds) => {
  const event = { at: '', by: 'shop', name: null, reason: null } as const
  const steps = kinds.map((kind) => ({ kind, ...event }))
  expect(isBeingRefunded({ stage, steps })).toBe(expected)
})
