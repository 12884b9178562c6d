import { expect, test } from 'vitest'
import { readWheelChoices, writeWheelChoices } from './wheel-query.ts'

test('reads what it writes', () => {
  const choices = { hub: 'h', rim: 'r', crosses: 2, wheels: 25 }
  expect(readWheelChoices(writeWheelChoices(choices))).toEqual(choices)
})

test.each([
  [0, 1],
  [6, 10_000],
])('reads the limits: %i crosses, %i wheels', (crosses, wheels) => {
  const choices = { hub: '', rim: '', crosses, wheels }
  const address = writeWheelChoices(choices)
  expect(address.toString()).toBe(`crosses=${crosses}&wheels=${wheels}`)
  expect(readWheelChoices(address)).toEqual(choices)
})

test.each([
  'crosses=7&wheels=10001',
  'crosses=9&wheels=0',
  'crosses=-1&wheels=10001',
  'crosses=x&wheels=',
  '',
])('replaces invalid numbers by the usual ones: %s', (query) => {
  expect(readWheelChoices(new URLSearchParams(query))).toEqual({
    ...{ hub: '', rim: '', crosses: 3, wheels: 10 },
  })
})
