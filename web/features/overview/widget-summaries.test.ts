import { expect, test } from 'vitest'
import { formatCompactDollars, formatComparison, formatSignedDollars } from './format.ts'
import { summarizeOpenOrders } from './my-overview.tsx'
import { readDaysFilter } from './overview-elements.tsx'
import { summarizeStages, summarizeUnshipped } from './staff/order-widgets.tsx'
import { summarizeFamilies, summarizeLowStock, summarizeReserved } from './staff/part-widgets.tsx'
import { formatDayRevenue, summarizeRevenue } from './staff/revenue-widget.tsx'

test.each([
  [112, 100, '12% more than'],
  [88, 100, '12% less than'],
  [100, 100, 'as much as'],
  [100.01, 100, 'under 1% more than'],
  [0, 100, '100% less than'],
  [350, 100, '250% more than'],
])('compares %d with %d as %s', (current, previous, text) => {
  expect(formatComparison(current, previous)).toBe(text)
})

test.each([
  [100, 0],
  [0, 0],
  [100, -20],
  [-20, 100],
])('returns no comparison of %d with %d', (current, previous) => {
  expect(formatComparison(current, previous)).toBeUndefined()
})

test.each([
  ['?days=7', '7'],
  ['?days=90', '90'],
  ['?days=12', '30'],
  ['', '30'],
])('reads the query string %j as a period of %s days', (search, days) => {
  expect(readDaysFilter(new URLSearchParams(search))).toBe(days)
})

test('counts parts below their minimum order and other parts with low stock separately', () => {
  expect(summarizeLowStock(0, 0)).toBe('No part will sell out within 30 days at the current rate.')
  expect(summarizeLowStock(1, 0)).toBe('1 part will sell out within 30 days at the current rate.')
  expect(summarizeLowStock(2, 2)).toBe('2 parts are below their minimum order.')
  expect(summarizeLowStock(5, 1)).toBe(
    '1 part is below its minimum order. 4 more will sell out within 30 days at the current rate.',
  )
})

test('counts unshipped orders and states the age of the oldest', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(summarizeUnshipped(0, undefined, now)).toBe('No orders to ship.')
  expect(summarizeUnshipped(1, '2026-11-21T11:30:00Z', now)).toBe(
    '1 paid order is ready to ship. The oldest was paid less than an hour ago.',
  )
  expect(summarizeUnshipped(3, '2026-11-20T11:00:00Z', now)).toBe(
    '3 paid orders are ready to ship. The oldest was paid 25 hours ago.',
  )
  expect(summarizeUnshipped(1200, '2026-11-01T11:00:00Z', now)).toBe(
    '1,200 paid orders are ready to ship. The oldest was paid 20 days ago.',
  )
})

test('counts placed orders by stage', () => {
  const stages = (['Pending', 'Paid', 'Shipped', 'Cancelled', 'Refunded'] as const).map(
    (stage, n) => ({ stage, count: n + 1, total: 1 }),
  )
  expect(summarizeStages(stages, 30)).toBe(
    '15 orders placed in 30 days: 3 shipped, 2 ready to ship, 1 unpaid, 9 cancelled or refunded.',
  )
  const none = stages.map((stage) => ({ ...stage, count: 0 }))
  expect(summarizeStages(none, 30)).toBe('No orders in the last 30 days.')
})

test('states the best-selling family and its share', () => {
  const chains = { family: 'Chains', pieces: 300, total: 1 }
  expect(summarizeFamilies([chains, { family: null, pieces: 600, total: 1 }], 7)).toBe(
    'Best seller: Chains with 300 pieces, 33% of all.',
  )
  expect(summarizeFamilies([{ ...chains, family: null }], 7)).toBe(
    'All 300 pieces are from one family: No family.',
  )
  expect(summarizeFamilies([], 7)).toBe('No sales in the last 7 days.')
})

test('counts open orders by their next step', () => {
  expect(summarizeOpenOrders({ openCount: 1, unpaidCount: 1, toPay: 12.5 })).toBe(
    '1 order to pay, $12.50 in total.',
  )
  expect(summarizeOpenOrders({ openCount: 5, unpaidCount: 2, toPay: 80 })).toBe(
    '2 orders to pay, $80.00 in total. 3 paid orders to be shipped.',
  )
})

test.each([
  [0, '$0', '$0.00'],
  [0.25, '$0.25', '$0.25'],
  [2500, '$2,500', '$2,500.00'],
  [-12_500, '−$12.5k', '−$12,500.00'],
  [1_250_000, '$1.25M', '$1,250,000.00'],
])('formats %d dollars as %s (compact) and %s (full)', (dollars, short, full) => {
  expect([formatCompactDollars(dollars), formatSignedDollars(dollars)]).toEqual([short, full])
})

test('formats all amounts of an axis with the unit of the largest', () => {
  const axis = [-5000, 0, 5000, 10_000]
  expect(axis.map((dollars) => formatCompactDollars(dollars, 10_000))).toEqual([
    '−$5k',
    '$0',
    '$5k',
    '$10k',
  ])
})

test('states reserved stock as a share of pieces and parts', () => {
  const none = { parts: 120, blockedParts: 0, pieces: 10_000, reservedPieces: 0, customers: [] }
  expect(summarizeReserved(none)).toBe('Unpaid orders reserve no stock.')
  expect(summarizeReserved({ ...none, reservedPieces: 20 })).toBe(
    'Unpaid orders reserve less than 1% of all pieces.',
  )
  expect(summarizeReserved({ ...none, reservedPieces: 9_000, blockedParts: 116 })).toBe(
    'Unpaid orders reserve 90% of all pieces. As a result, 116 of 120 parts cannot be ordered.',
  )
})

const day = (day: string, paid: number, refunded = 0) => ({
  day,
  paid,
  refunded,
  net: paid - refunded,
  orders: paid > 0 ? 2 : 0,
})
const nothing = { paid: 0, refunded: 0, net: 0, orders: 0 }
const before = { ...nothing, paid: 100, net: 100, orders: 1 }
const byDay = [day('2026-11-19', 80), day('2026-11-20', 32), day('2026-11-21', 0)]

test('compares revenue with the previous period and states the best day', () => {
  const revenue = { paid: 112, refunded: 0, net: 112, orders: 4, byDay, before }
  expect(summarizeRevenue(revenue, 7)).toBe(
    '$112.00 in 7 days, 12% more than in the previous 7 days. Best day: 19 Nov, $80.00.',
  )
  expect(summarizeRevenue({ ...revenue, before: nothing }, 7)).toBe(
    '$112.00 in 7 days, none in the previous 7 days. Best day: 19 Nov, $80.00.',
  )
})

test('shows negative revenue after refunds of earlier payments', () => {
  const byDay = [day('2026-11-20', 0), day('2026-11-21', 0, 12.5)]
  const revenue = { paid: 0, refunded: 12.5, net: -12.5, orders: 0, byDay, before }
  expect(summarizeRevenue(revenue, 30)).toBe(
    '−$12.50 in 30 days, compared with $100.00 in the previous 30 days.',
  )
})

test('reports a period without payments', () => {
  const byDay = [day('2026-11-21', 0)]
  expect(summarizeRevenue({ ...nothing, byDay, before }, 90)).toBe(
    'No payments in the last 90 days.',
  )
})

test('describes a day with its orders, and with refunds if there are any', () => {
  expect(formatDayRevenue(day('2026-11-19', 80))).toBe('19 Nov: $80.00 paid in 2 orders')
  expect(formatDayRevenue(day('2026-11-19', 0, 5))).toBe(
    '19 Nov: $0.00 paid in 0 orders, $5.00 refunded',
  )
})
