import { expect, test } from 'vitest'
import { interpretWords } from './interpret-words.ts'

const listInterpretations = (typed: string, ...joined: string[]) =>
  interpretWords(
    typed.split(' ').map((word) => word.split('-')),
    new Map(joined.map((compound) => [compound, [[[compound]]]])),
  ).map((interpretation) => interpretation.map((word) => word.join('-')).join(' '))

test.each([
  ['chain', ['chain']],
  ['bb 68', ['bb 68', 'bottom bracket 68']],
  ['v brake pad', ['v brake pad', 'linear-pull brake pad']],
  ['v-brake', ['v-brake', 'linear-pull brake']],
  ['700-25-c', ['700-25-c', '25-622']],
  ['700-25', ['700-25', '25-622']],
  ['25-c', ['25-c', '25-622']],
  ['25', ['25']],
  ['25 c', ['25 c']],
  ['700-c', ['700-c', '622']],
])('interprets %s as %j', (typed, expected) => {
  expect(listInterpretations(typed)).toEqual(expected)
})

test('joins two words that form a known compound', () => {
  expect(listInterpretations('seat post 27', 'seatpost')).toEqual([
    'seat post 27',
    'saddle post 27',
    'seatpost 27',
  ])
})

test('limits the interpretations and keeps the typed text first', () => {
  const typed = Array(12).fill('bb').join(' ')
  expect(listInterpretations(typed)).toHaveLength(12)
  expect(listInterpretations(typed)[0]).toBe(typed)
})
