import { expect, test } from 'vitest'
import { dayInWords, takingsInWords } from './takings-in-words.ts'

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

test('takings are said beside those of the days before, with the best day', () => {
  const takings = { paid: 112, refunded: 0, net: 112, orders: 4, byDay, before }
  expect(takingsInWords(takings, 7)).toBe(
    '$112.00 in 7 days, 12 % more than in the 7 days before. Most came on 19 Nov: $80.00.',
  )
  expect(takingsInWords({ ...takings, before: nothing }, 7)).toBe(
    '$112.00 in 7 days; the 7 days before brought nothing. Most came on 19 Nov: $80.00.',
  )
})

test('what was refunded of earlier days is owed', () => {
  const byDay = [day('2026-11-20', 0), day('2026-11-21', 0, 12.5)]
  const takings = { paid: 0, refunded: 12.5, net: -12.5, orders: 0, byDay, before }
  expect(takingsInWords(takings, 30)).toBe(
    '−$12.50 in 30 days, after $100.00 in the 30 days before.',
  )
})

test('no takings are no takings', () => {
  const byDay = [day('2026-11-21', 0)]
  expect(takingsInWords({ ...nothing, byDay, before }, 90)).toBe(
    'Nothing was paid in these 90 days.',
  )
})

test('a day is read with its orders, and with its refunds if there are any', () => {
  expect(dayInWords(day('2026-11-19', 80))).toBe('19 Nov: $80.00 paid in 2 orders')
  expect(dayInWords(day('2026-11-19', 0, 5))).toBe('19 Nov: $0.00 paid in 0 orders, $5.00 refunded')
})
