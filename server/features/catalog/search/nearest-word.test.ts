import { expect, test } from 'vitest'
import { nearestWord, slipsBetween } from './nearest-word.ts'

test.each([
  ['chain', 'chain', 0],
  ['chian', 'chain', 1],
  ['chan', 'chain', 1],
  ['chaain', 'chain', 1],
  ['chaim', 'chain', 1],
  ['caxin', 'chain', 2],
  ['', 'hub', 3],
  ['hub', '', 3],
])('%s is %s with %i slips or so', (typed, word, slips) => {
  expect(slipsBetween(typed, word)).toBe(slips)
})

const naming = ['chain', 'chainring', 'tyre', 'cassette', 'crankset', 'bottom', 'bracket', 'tube']
const known = [
  ...naming.map((word) => ({ word, naming: true })),
  ...['wire', 'black', 'bracing', 'chan'].map((word) => ({ word, naming: false })),
]

test.each([
  ['chian', 'chain'],
  ['chainrign', 'chainring'],
  ['casett', 'cassette'],
  ['braket', 'bracket'],
  ['botom', 'bottom'],
  ['tire', 'tyre'],
  ['hcain', 'chain'],
  ['cassetet', 'cassette'],
])('%s means %s', (typed, word) => {
  expect(nearestWord(typed, known)).toBe(word)
})

test.each(['cat', 'bus', 'saddle', 'xyzzy', 'shimano', '', 'qwertzuiop'])(
  'what %s means nobody knows',
  (typed) => {
    expect(nearestWord(typed, known)).toBeUndefined()
  },
)

test('of two that are as near, the one that begins alike is meant, then the one that names parts', () => {
  const two = [
    { word: 'bell', naming: false },
    { word: 'belt', naming: true },
  ]
  expect(nearestWord('belk', two)).toBe('belt')
  expect(nearestWord('bels', two.toReversed())).toBe('belt')
  expect(
    nearestWord('tyer', [
      { word: 'oyer', naming: true },
      { word: 'tyre', naming: false },
    ]),
  ).toBe('tyre')
})

test('… then the one of which letters were but left out', () => {
  const two = ['bike', 'brake'].map((word) => ({ word, naming: true }))
  expect(nearestWord('brke', two)).toBe('brake')
  expect(nearestWord('brke', two.toReversed())).toBe('brake')
})

test('a short word that only begins otherwise is another word, unless both sound alike', () => {
  const words = ['hump', 'tube', 'saddle', 'crank', 'cable'].map((word) => ({
    word,
    naming: true,
  }))
  for (const typed of ['pump', 'lube', 'paddle', 'table', 'lubes'])
    expect([typed, nearestWord(typed, words)]).toEqual([typed, undefined])
  expect(nearestWord('krank', words)).toBe('crank')
  expect(nearestWord('kable', words)).toBe('cable')
})

test('who types six letters has made no two slips', () => {
  const words = ['bracket', 'bottom'].map((word) => ({ word, naming: true }))
  expect(nearestWord('basket', words)).toBeUndefined()
  expect(nearestWord('bottle', words)).toBeUndefined()
})
