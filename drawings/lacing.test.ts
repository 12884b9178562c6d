import { expect, test } from 'vitest'
import { TAU } from './geometry.ts'
import { laceWheel } from './lacing.ts'

test('spokes meet the rim at evenly spaced, distinct angles', () => {
  for (let spokes = 8; spokes <= 72; spokes += 4)
    for (let crosses = 0; crosses <= 9; crosses++) {
      const angles = laceWheel(spokes, crosses, { left: 22, right: 24 }, 300)
        .map(({ angle }) => ((angle % TAU) + TAU) % TAU)
        .map((angle) => Math.round((angle / TAU) * spokes * 1e6) / 1e6)
        .map((position) => position % spokes)
      expect(new Set(angles).size, `${spokes} spokes, ${crosses} crosses`).toBe(spokes)
      for (const position of angles) expect(position % 1).toBeCloseTo(0)
    }
})

test('every spoke has a separate hole in the flange', () => {
  const holes = laceWheel(32, 3, { left: 22.5, right: 22.5 }, 300).map(({ hole }) =>
    hole.map((v) => v.toFixed(3)).join(),
  )
  expect(new Set(holes).size).toBe(32)
})
