import { expect, test } from 'vitest'
import { deriveOrderStatus, type OrderAction, type OrderStatus, orderCan } from './orders.ts'

test('derives the status from the times of payment and shipment', () => {
  const day = new Date()
  expect(deriveOrderStatus({ paidAt: null, shippedAt: null })).toBe('Pending')
  expect(deriveOrderStatus({ paidAt: day, shippedAt: null })).toBe('Paid')
  expect(deriveOrderStatus({ paidAt: day, shippedAt: day })).toBe('Shipped')
})

test.each<[OrderStatus, OrderAction[]]>([
  ['Pending', ['pay', 'cancel', 'extend', 'edit']],
  ['Paid', ['ship', 'refund']],
  ['Shipped', []],
])('the status %s allows only the actions %j', (status, allowed) => {
  const actions: OrderAction[] = ['pay', 'cancel', 'extend', 'edit', 'ship', 'refund']
  expect(actions.filter((action) => orderCan(status, action))).toEqual(allowed)
})
