import { expect, test } from 'vitest'
import { readingsOf } from './readings.ts'

const said = (typed: string, ...joined: string[]) =>
  readingsOf(
    typed.split(' ').map((word) => word.split('-')),
    new Set(joined),
  ).map((reading) => reading.map((word) => word.join('-')).join(' '))

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
])('%s may be read as %j', (typed, readings) => {
  expect(said(typed)).toEqual(readings)
})

test('two words may be one that is known', () => {
  expect(said('seat post 27', 'seatpost')).toEqual([
    'seat post 27',
    'saddle post 27',
    'seatpost 27',
  ])
})

test('of very many readings only some are looked for, first as it is typed', () => {
  const typed = Array(12).fill('bb').join(' ')
  expect(said(typed)).toHaveLength(12)
  expect(said(typed)[0]).toBe(typed)
})
