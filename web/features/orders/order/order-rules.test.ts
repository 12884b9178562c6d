import type { OrderHistory, OrderStep } from '@freehub/contract/orders/orders'
import { expect, test } from 'vitest'
import { canOpenDialog, findFirstToExpire, isBeingRefunded } from './order-rules.ts'

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

test.each<[boolean, string]>([
  [true, 'refund'],
  [false, 'ship'],
  [false, 'delivery'],
])('during a refund, canOpenDialog returns %s for the action %s of staff', (expected, action) => {
  const step = { kind: 'refund_begun', at: '', by: 'staff', name: null, reason: null }
  const order = { stage: 'Paid', steps: [step] } as OrderHistory
  expect(canOpenDialog(order, { admin: true, email: 'staff@shop.example' }, action)).toBe(expected)
})

test('staff cannot open the dialog to ship a disputed order', () => {
  const canShip = (isDisputed: boolean) => {
    const order = { stage: 'Paid', steps: [], isDisputed } as unknown as OrderHistory
    return canOpenDialog(order, { admin: true, email: 'staff@shop.example' }, 'ship')
  }
  expect([canShip(false), canShip(true)]).toEqual([true, false])
})

test('finds the order that expires first among orders of any age', () => {
  const [newest, oldest] = ['2026-10-03T10:00:00.000Z', '2026-10-02T10:00:00.000Z'].map(
    (reservedUntil) => ({ reservedUntil }),
  )
  expect(findFirstToExpire([newest, oldest] as { reservedUntil: string }[])).toBe(oldest)
  expect(findFirstToExpire([])).toBeUndefined()
})
