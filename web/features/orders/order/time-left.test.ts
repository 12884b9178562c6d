import { expect, it } from 'vitest'
import { formatTimeLeft, readClockOffsetMs } from './time-left.ts'

const MINUTE = 60_000

it.each([
  [72 * 60 * MINUTE - 1, '2 days 23 h 59 min'],
  [25 * 60 * MINUTE, '1 day 1 h 0 min'],
  [24 * 60 * MINUTE - 1, '23 h 59 min'],
  [60 * MINUTE, '1 h 0 min'],
  [60 * MINUTE - 1, '59 min 59 s'],
  [MINUTE, '1 min 0 s'],
  [59_999, '59 s'],
  [999, '0 s'],
])('formats %s ms as %s', (leftMs, text) => {
  expect(formatTimeLeft(leftMs)).toBe(text)
})

it('reads the clock offset from the Date header', () => {
  const now = Date.parse('2026-11-21T15:00:00.400Z')
  expect(readClockOffsetMs('Sat, 21 Nov 2026 15:10:00 GMT', now)).toBe(10 * MINUTE - 400)
  expect(readClockOffsetMs('Sat, 21 Nov 2026 14:50:00 GMT', now)).toBe(-10 * MINUTE - 400)
})

it('returns a clock offset of 0 if the clocks agree or the header is missing', () => {
  const now = Date.parse('2026-11-21T15:00:00.400Z')
  expect(readClockOffsetMs('Sat, 21 Nov 2026 15:00:00 GMT', now)).toBe(0)
  expect(readClockOffsetMs(null, now)).toBe(0)
})
