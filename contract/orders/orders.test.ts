import { expect, test } from 'vitest'
import { type OrderAction, type OrderStatus, orderCan, orderStatus } from './orders.ts'

test('derives the status from the times of payment and shipment', () => {
  const day = new Date()
  expect(orderStatus({ paidAt: null, shippedAt: null })).toBe('Pending')
  expect(orderStatus({ paidAt: day, shippedAt: null })).toBe('Paid')
  expect(orderStatus({ paidAt: day, shippedAt: day })).toBe('Shipped')
})

test.each<[OrderStatus, OrderAction[]]>([
  ['Pending', ['pay', 'cancel', 'extend', 'edit']],
  ['Paid', ['ship', 'refund']],
  ['Shipped', []],
])('the status %s allows only the actions %j', (status, allowed) => {
  const actions: OrderAction[] = ['pay', 'cancel', 'extend', 'edit', 'ship', 'refund']
  expect(actions.filter((action) => orderCan(status, action))).toEqual(allowed)
})
