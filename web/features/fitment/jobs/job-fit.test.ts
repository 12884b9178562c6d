import { expect, test } from 'vitest'
import { replacePart } from './job-fit.tsx'

const lines = [
  { productId: 'spoke A', quantity: 18 },
  { productId: 'spoke B', quantity: 18 },
]

test('replaces the part of a line', () => {
  expect(replacePart(lines, 'spoke B', 'spoke C')).toEqual([
    { productId: 'spoke A', quantity: 18 },
    { productId: 'spoke C', quantity: 18 },
  ])
})

test('adds the quantity to the existing line of the new part', () => {
  expect(replacePart(lines, 'spoke B', 'spoke A')).toEqual([{ productId: 'spoke A', quantity: 36 }])
})
