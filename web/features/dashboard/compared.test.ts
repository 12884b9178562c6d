import { expect, test } from 'vitest'
import { compared } from './compared.ts'

test.each([
  [112, 100, '12 % more than'],
  [88, 100, '12 % less than'],
  [100, 100, 'as much as'],
  [100.01, 100, 'under 1 % more than'],
  [0, 100, '100 % less than'],
  [350, 100, '250 % more than'],
])('%d beside %d is %s', (now, before, said) => {
  expect(compared(now, before)).toBe(said)
})

test.each([
  [100, 0],
  [0, 0],
  [100, -20],
  [-20, 100],
])('nothing is said of %d beside %d', (now, before) => {
  expect(compared(now, before)).toBeUndefined()
})
