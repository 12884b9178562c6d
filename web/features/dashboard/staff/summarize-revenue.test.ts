import { expect, test } from 'vitest'
import { formatDayRevenue, summarizeRevenue } from './summarize-revenue.ts'

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

test('compares revenue with the previous period and names the best day', () => {
  const revenue = { paid: 112, refunded: 0, net: 112, orders: 4, byDay, before }
  expect(summarizeRevenue(revenue, 7)).toBe(
    '$112.00 in 7 days, 12% more than in the previous 7 days. Best day: 19 Nov, $80.00.',
  )
  expect(summarizeRevenue({ ...revenue, before: nothing }, 7)).toBe(
    '$112.00 in 7 days, compared with nothing in the previous 7 days. Best day: 19 Nov, $80.00.',
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
