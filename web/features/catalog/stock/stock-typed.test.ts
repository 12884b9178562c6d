import { expect, test } from 'vitest'
import { piecesMoved, stockTyped } from './stock-typed.ts'

test.each([
  ['+20', 20],
  [' + 1,200 ', 1200],
  ['-5', -5],
  ['−5', -5],
  ['–5', -5],
])('%s is so many pieces more or less', (text, pieces) => {
  expect(stockTyped(text)).toEqual({ pieces })
})

test.each([
  ['120', 120],
  ['1,200', 1200],
  ['0', 0],
])('%s is how many are available then', (text, available) => {
  expect(stockTyped(text)).toEqual({ available })
})

test.each(['', '+', '-', '+-5', 'ten', '1.5', '5-'])('"%s" is neither', (text) => {
  expect(stockTyped(text)).toBeUndefined()
})

test('what comes or goes is reckoned from what is available', () => {
  expect(piecesMoved({ available: 80 }, 100)).toBe(-20)
  expect(piecesMoved({ pieces: -5 }, 100)).toBe(-5)
})
