import { expect, test } from 'vitest'
import { editDistance, findNearestWord } from './nearest-word.ts'

test.each([
  ['chain', 'chain', 0],
  ['chian', 'chain', 1],
  ['chan', 'chain', 1],
  ['chaain', 'chain', 1],
  ['chaim', 'chain', 1],
  ['caxin', 'chain', 2],
  ['', 'hub', 3],
  ['hub', '', 3],
])('computes the edit distance from %s to %s as %i', (typed, word, distance) => {
  expect(editDistance(typed, word)).toBe(distance)
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
])('corrects %s to %s', (typed, word) => {
  expect(findNearestWord(typed, known)).toBe(word)
})

test.each(['cat', 'bus', 'saddle', 'xyzzy', 'shimano', '', 'qwertzuiop'])(
  'does not correct %j, which is unlike all known words',
  (typed) => {
    expect(findNearestWord(typed, known)).toBeUndefined()
  },
)

test('prefers a correction with the same initial, then a word that names parts', () => {
  const two = [
    { word: 'bell', naming: false },
    { word: 'belt', naming: true },
  ]
  expect(findNearestWord('belk', two)).toBe('belt')
  expect(findNearestWord('bels', two.toReversed())).toBe('belt')
  expect(
    findNearestWord('tyer', [
      { word: 'oyer', naming: true },
      { word: 'tyre', naming: false },
    ]),
  ).toBe('tyre')
})

test('prefers a correction that only adds letters', () => {
  const two = ['bike', 'brake'].map((word) => ({ word, naming: true }))
  expect(findNearestWord('brke', two)).toBe('brake')
  expect(findNearestWord('brke', two.toReversed())).toBe('brake')
})

test('corrects the initial of a short word only if both initials sound alike', () => {
  const words = ['hump', 'tube', 'saddle', 'crank', 'cable'].map((word) => ({
    word,
    naming: true,
  }))
  for (const typed of ['pump', 'lube', 'paddle', 'table', 'lubes'])
    expect([typed, findNearestWord(typed, words)]).toEqual([typed, undefined])
  expect(findNearestWord('krank', words)).toBe('crank')
  expect(findNearestWord('kable', words)).toBe('cable')
})

test.each([
  ['brak', 'brake'],
  ['derai', 'derailleur'],
  ['pedal', 'pedals'],
])('completes the beginning of a word: %s', (typed, word) => {
  const words = ['brake', 'derailleur', 'pedals'].map((one) => ({ word: one, naming: true }))
  expect(findNearestWord(typed, words)).toBe(word)
})

test('does not correct a word of six letters with two typos', () => {
  const words = ['bracket', 'bottom'].map((word) => ({ word, naming: true }))
  expect(findNearestWord('basket', words)).toBeUndefined()
  expect(findNearestWord('bottle', words)).toBeUndefined()
})
