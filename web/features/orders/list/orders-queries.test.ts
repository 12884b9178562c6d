import type { Order } from '@freehub/contract/orders/orders'
import { expect, it } from 'vitest'
import { formatCappedCount, pluralizeCapped } from '../../../api/format-count.ts'
import { flattenPages } from '../../../api/list-pages.ts'
import { formatOrderCount } from './orders-queries.ts'

const paid = { paid: true } as Order
const unpaid = { paid: false } as Order

it('counts all orders and the unpaid ones', () => {
  const loaded = flattenPages([{ rows: [unpaid, paid, paid], next: undefined, total: undefined }])
  expect(formatOrderCount(loaded)).toBe('3 orders, 1 to pay')
})

it('caps the total at 10,000', () => {
  expect(pluralizeCapped(1, 'order', 'orders')).toBe('1 order')
  expect(pluralizeCapped(9_999, 'order', 'orders')).toBe('9,999 orders')
  expect(pluralizeCapped(10_000, 'order', 'orders')).toBe('10,000 orders or more')
  expect(formatCappedCount(1248)).toBe('1,248')
  expect(formatCappedCount(10_000)).toBe('10,000+')
})

it('omits the unpaid count when every order is paid', () => {
  const loaded = flattenPages([{ rows: [paid], next: undefined, total: 1 }])
  expect(formatOrderCount(loaded)).toBe('1 order')
})

it('uses the server’s total while more pages exist', () => {
  const loaded = flattenPages([{ rows: [unpaid], next: '/myOrders?after=1', total: 1248 }])
  expect(formatOrderCount(loaded)).toBe('1,248 orders')
})

it('counts the loaded orders when the server sends no total', () => {
  const loaded = flattenPages([
    { rows: [unpaid, paid], next: '/myOrders?after=1', total: undefined },
  ])
  expect(formatOrderCount(loaded)).toBe('2 orders shown')
})
