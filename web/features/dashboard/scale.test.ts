import { expect, test } from 'vitest'
import { scaleOf } from './scale.ts'

test.each([
  [[], 0, 0.25],
  [[1234], 0, 1500],
  [[99.5, 3], 0, 100],
  [[800, -200], -250, 1000],
  [[-40], -40, 0],
])('of %j the scale is round and holds them all, and nothing', (amounts, bottom, top) => {
  const scale = scaleOf(amounts)
  expect([scale.bottom, scale.top]).toEqual([bottom, top])
  expect(scale.ticks).toContain(0)
  expect(scale.ticks[0]).toBe(bottom)
  expect(scale.ticks.at(-1)).toBe(top)
  expect(scale.ticks.length).toBeLessThanOrEqual(6)
})
