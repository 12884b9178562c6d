import { expect, it } from 'vitest'
import { parseDateFilters, toMonthTimes, toTimes } from './date-filter.tsx'

const now = new Date(2026, 10, 23, 15, 8)
const start = (...day: [number, number, number]) => new Date(...day).toISOString()

it('begins a period at the start of its first day, and counts today as its last day', () => {
  const toFrom = (period: 'today' | 'week') => toTimes({ period, from: '', until: '' }, now)
  expect(toFrom('today')).toEqual({ from: start(2026, 10, 23), until: '' })
  expect(toFrom('week')).toEqual({ from: start(2026, 10, 17), until: '' })
})

it('includes the last day of a custom period, and sets no limit for a missing day', () => {
  const days = { period: 'custom', from: '2026-11-01', until: '2026-11-30' } as const
  expect(toTimes(days)).toEqual({ from: start(2026, 10, 1), until: start(2026, 11, 1) })
  expect(toTimes({ ...days, from: '' })).toEqual({ from: '', until: start(2026, 11, 1) })
  expect(toTimes({ period: '', from: '', until: '' })).toEqual({ from: '', until: '' })
})

it('begins a month at the start of its first day, also in the previous year', () => {
  expect(toMonthTimes(0, now)).toEqual({ from: start(2026, 10, 1), until: start(2026, 11, 1) })
  const newYear = new Date(2027, 0, 31)
  expect(toMonthTimes(1, newYear)).toEqual({ from: start(2026, 11, 1), until: start(2027, 0, 1) })
})

it('ignores invalid days, and ignores days if the period is not custom', () => {
  const read = (query: string) => parseDateFilters(new URLSearchParams(query))
  expect(read('period=custom&from=soon&until=2026-11-30').from).toBe('')
  expect(read('period=custom&from=0050-01-01&until=2026-11-30').from).toBe('')
  expect(read('period=week&from=2026-11-01').from).toBe('')
})
