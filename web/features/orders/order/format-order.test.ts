import type { OrderHistory, OrderStep } from '@freehub/contract/orders/orders'
import { expect, it } from 'vitest'
import { formatActor, formatStage, nameOrder } from './format-order.ts'

const step = (changes: Partial<OrderStep>): OrderStep => ({
  kind: 'placed',
  at: '2026-11-21T15:00:00.000Z',
  by: 'customer',
  name: null,
  reason: null,
  ...changes,
})

it('shows customers the actor as "you", "our staff" or "the shop"', () => {
  expect(formatActor(step({}), null)).toBe('by you')
  expect(formatActor(step({ by: 'staff' }), null)).toBe('by our staff')
  expect(formatActor(step({ by: 'shop', kind: 'paid' }), null)).toBe('by the shop')
})

it('shows staff the names of users', () => {
  expect(formatActor(step({ name: 'Ada Dealer' }), 'Ada Dealer')).toBe('by Ada Dealer')
  expect(formatActor(step({}), 'Ada Dealer')).toBe('by Ada Dealer')
  expect(formatActor(step({ by: 'staff', name: 'Bo' }), 'Ada Dealer')).toBe('by Bo, staff')
})

it('states the reason when the shop cancelled an order', () => {
  expect(formatActor(step({ kind: 'cancelled', by: 'shop' }), null)).toBe(
    'by the shop: the reservation expired',
  )
})

it('warns staff not to ship a disputed order', () => {
  const format = (stage: 'Paid' | 'Shipped') =>
    formatStage({ stage, steps: [], isDisputed: true } as unknown as OrderHistory)
  expect(format('Paid')).toBe('Paid. The customer disputes the payment. Do not ship the order.')
  expect(format('Shipped')).toBe('Paid and shipped. The customer disputes the payment.')
})

it('warns staff about a refund that failed, and keeps the state of the order', () => {
  const format = (stage: OrderHistory['stage'], changes: Partial<OrderHistory> = {}) =>
    formatStage({ stage, steps: [], hasFailedRefund: true, ...changes } as unknown as OrderHistory)
  const warning = 'A refund failed. Check at the card provider whether the customer has the money.'
  expect(format('Refunded')).toBe(`Cancelled. ${warning}`)
  expect(format('Paid')).toBe(`Paid. Ready to ship. ${warning}`)
  expect(format('Pending')).toBe(`Waiting for the payment. ${warning}`)
  expect(format('Paid', { isDisputed: true })).toBe(
    `Paid. The customer disputes the payment. Do not ship the order. ${warning}`,
  )
  expect(format('Paid', { steps: [step({ kind: 'refund_begun' })] })).toBe(
    `Paid. Refund started. It completes when the card provider responds. ${warning}`,
  )
})

it('names an order by its part or its number of lines, and adds the customer for staff', () => {
  const order = {
    orderNumber: 'FH-104216',
    productName: 'Holm chain',
    lineCount: 1,
    totalPrice: 5819,
  }
  expect(nameOrder(order)).toBe('Order FH-104216: Holm chain')
  const several = { ...order, productName: 'Holm chain and 11 more', lineCount: 12 }
  expect(nameOrder(several, 'Velo Nord')).toBe(
    'Order FH-104216: 12 lines, $5,819.00\nCustomer: Velo Nord',
  )
})
