import { expect, test } from 'vitest'
import { openInWords } from './mine/open-in-words.ts'
import { dollarsInShort, signedDollars } from './money-in-words.ts'
import { familiesInWords } from './staff/families-in-words.ts'
import { lowInWords } from './staff/low-in-words.ts'
import { reservedInWords } from './staff/reserved-in-words.ts'
import { stagesInWords } from './staff/stages-in-words.ts'
import { waitingInWords } from './staff/waiting-in-words.ts'

test('what runs low is counted apart from what can no longer be ordered', () => {
  expect(lowInWords(0, 0)).toBe('No part comes to an end within 30 days at this pace.')
  expect(lowInWords(1, 0)).toBe('1 part comes to an end within 30 days at this pace.')
  expect(lowInWords(2, 2)).toBe('2 parts have less left than the minimum order.')
  expect(lowInWords(5, 1)).toBe(
    '1 part has less left than the minimum order. 4 more come to an end within 30 days at this pace.',
  )
})

test('what waits is counted, and how long the first has waited', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(waitingInWords(0, undefined, now)).toBe('Nothing waits to be shipped.')
  expect(waitingInWords(1, '2026-11-21T11:30:00Z', now)).toBe(
    '1 paid order waits to be shipped, the first for less than an hour.',
  )
  expect(waitingInWords(3, '2026-11-20T11:00:00Z', now)).toBe(
    '3 paid orders wait to be shipped, the first for 25 hours.',
  )
  expect(waitingInWords(1200, '2026-11-01T11:00:00Z', now)).toBe(
    '1,200 paid orders wait to be shipped, the first for 20 days.',
  )
})

test('the stages are told of what was placed', () => {
  const stages = (['Pending', 'Paid', 'Shipped', 'Cancelled', 'Refunded'] as const).map(
    (stage, n) => ({ stage, count: n + 1, total: 1 }),
  )
  expect(stagesInWords(stages, 30)).toBe(
    '15 orders were placed in 30 days: 3 shipped, 2 to be shipped, 1 to be paid.',
  )
  const none = stages.map((one) => ({ ...one, count: 0 }))
  expect(stagesInWords(none, 30)).toBe('No orders were placed in these 30 days.')
})

test('the family that sold most is named with its share', () => {
  const chains = { family: 'Chains', pieces: 300, total: 1 }
  expect(familiesInWords([chains, { family: null, pieces: 600, total: 1 }], 7)).toBe(
    'Chains sold most: 300 pieces, 33 % of all.',
  )
  expect(familiesInWords([{ ...chains, family: null }], 7)).toBe(
    'All 300 pieces are of one family: No family.',
  )
  expect(familiesInWords([], 7)).toBe('Nothing was sold in these 7 days.')
})

test('open orders are told by what they wait for', () => {
  expect(openInWords({ openCount: 1, unpaidCount: 1, toPay: 12.5 })).toBe(
    '1 order waits for your payment, $12.50 in all.',
  )
  expect(openInWords({ openCount: 5, unpaidCount: 2, toPay: 80 })).toBe(
    '2 orders wait for your payment, $80.00 in all. 3 paid orders wait to be shipped.',
  )
})

test.each([
  [0, '$0', '$0.00'],
  [0.25, '$0.25', '$0.25'],
  [2500, '$2,500', '$2,500.00'],
  [-12_500, '−$12.5k', '−$12,500.00'],
  [1_250_000, '$1.25M', '$1,250,000.00'],
])('%d dollars are %s in short, and %s', (dollars, short, whole) => {
  expect([dollarsInShort(dollars), signedDollars(dollars)]).toEqual([short, whole])
})

test('what unpaid orders reserve is stated as a share of pieces and of parts', () => {
  const none = { parts: 120, blockedParts: 0, pieces: 10_000, reservedPieces: 0, customers: [] }
  expect(reservedInWords(none)).toBe('Unpaid orders reserve nothing.')
  expect(reservedInWords({ ...none, reservedPieces: 20 })).toBe(
    'Unpaid orders reserve less than 1 % of all pieces.',
  )
  expect(reservedInWords({ ...none, reservedPieces: 9_000, blockedParts: 116 })).toBe(
    'Unpaid orders reserve 90 % of all pieces. Because of them, 116 of 120 parts cannot be ordered.',
  )
})
