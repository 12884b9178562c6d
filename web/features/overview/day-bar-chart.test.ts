import { expect, test } from 'vitest'
import { createScale } from './day-bar-chart.tsx'

test.each([
  [[], 0, 0.25],
  [[1234], 0, 1500],
  [[99.5, 3], 0, 100],
  [[800, -200], -250, 1000],
  [[-40], -40, 0],
])('the axis for the amounts %j runs from %d to %d and contains 0', (amounts, bottom, top) => {
  const scale = createScale(amounts)
  expect([scale.bottom, scale.top]).toEqual([bottom, top])
  expect(scale.ticks).toContain(0)
  expect(scale.ticks[0]).toBe(bottom)
  expect(scale.ticks.at(-1)).toBe(top)
  expect(scale.ticks.length).toBeLessThanOrEqual(6)
})
