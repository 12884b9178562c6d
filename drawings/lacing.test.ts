import { expect, test } from 'vitest'
import { lacing } from './lacing.ts'
import { turn } from './strokes.ts'

test('every spoke of a wheel meets the rim at an angle of its own, evenly spaced', () => {
  for (let spokes = 12; spokes <= 48; spokes += 4)
    for (let crosses = 0; crosses <= 4; crosses++) {
      const angles = lacing(spokes, crosses, 22, 300)
        .map(({ angle }) => ((angle % turn) + turn) % turn)
        .map((angle) => Math.round((angle / turn) * spokes * 1e6) / 1e6)
        .map((place) => place % spokes)
      expect(new Set(angles).size, `${spokes} spokes, ${crosses} crosses`).toBe(spokes)
      for (const place of angles) expect(place % 1).toBeCloseTo(0)
    }
})

test('every spoke has its own hole in the flange', () => {
  const holes = lacing(32, 3, 22.5, 300).map(({ hole }) => hole.map((v) => v.toFixed(3)).join())
  expect(new Set(holes).size).toBe(32)
})
