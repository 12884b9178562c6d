import { expect, test } from 'vitest'
import { type Point, polar, TAU } from './geometry.ts'
import {
  pitchRadius,
  roller,
  simplifiedTeethData,
  type ToothSpace,
  teethData,
  toothSpaces,
} from './sprocket.ts'

test('the rollers of a chain do not overlap sprockets of 9 to 60 teeth', () => {
  for (let z = 9; z <= 60; z++) {
    const rollers = Array.from({ length: z }, (_, i) => polar(pitchRadius(z), (i * TAU) / z))
    const outline = toothSpaces(z).flatMap(sampleSpace)
    const gaps = rollers.map(([cx, cy]) =>
      Math.min(...outline.map(([x, y]) => Math.hypot(x - cx, y - cy) - roller / 2)),
    )
    expect(Math.min(...gaps), `${z} teeth`).toBeGreaterThan(0)
  }
})

test('every roller sits in its seat within a tenth of a millimetre', () => {
  for (let z = 9; z <= 60; z++)
    toothSpaces(z).forEach(({ seatFrom, seatTo }, i) => {
      const [cx, cy] = polar(pitchRadius(z), (i * TAU) / z)
      for (const [x, y] of [seatFrom, seatTo])
        expect(Math.hypot(x - cx, y - cy) - roller / 2).toBeLessThan(0.1)
    })
})

test('the outline of a sprocket has one seat for each tooth', () => {
  for (let z = 8; z <= 80; z++) {
    expect(teethData(z).split('a3.91 3.91').length - 1).toBe(z)
    expect(simplifiedTeethData(z).split('a3.9 3.9').length - 1).toBe(z)
  }
})

test('the relative commands of the teeth end at the last tooth', () => {
  for (const z of [9, 11, 28, 51]) {
    const last = toothSpaces(z).at(-1)?.to ?? [0, 0]
    expect(endOf(teethData(z))[0]).toBeCloseTo(last[0], 1)
    expect(endOf(teethData(z))[1]).toBeCloseTo(last[1], 1)
  }
})

/** Points along a tooth space, from the first tip to the next: flank, roller seat, flank, and the tip after it. */
function sampleSpace(space: ToothSpace, i: number, spaces: ToothSpace[]): Point[] {
  const steps = Array.from({ length: 9 }, (_, i) => i / 8)
  const sampleCurve = (a: Point, b: Point, c: Point) =>
    steps.map(
      (k): Point => [
        (1 - k) ** 2 * a[0] + 2 * k * (1 - k) * b[0] + k ** 2 * c[0],
        (1 - k) ** 2 * a[1] + 2 * k * (1 - k) * b[1] + k ** 2 * c[1],
      ],
    )
  const next = spaces[(i + 1) % spaces.length] ?? space
  return [
    ...sampleCurve(space.from, space.falling, space.seatFrom),
    ...steps.map((k) => pointOnSeat(space, k)),
    ...sampleCurve(space.seatTo, space.rising, space.to),
    ...sampleCurve(space.to, space.to, next.from),
  ]
}

/** The point at the share k of the arc that SVG draws from `seatFrom` to `seatTo`. */
function pointOnSeat({ seatFrom: [x, y], seatTo, seat }: ToothSpace, k: number): Point {
  const [dx, dy] = [seatTo[0] - x, seatTo[1] - y]
  const half = Math.asin(Math.hypot(dx, dy) / 2 / seat)
  // The center is beside the middle of the chord, outside the sprocket.
  const [cx, cy] = [x + dx / 2 + dy / 2 / Math.tan(half), y + dy / 2 - dx / 2 / Math.tan(half)]
  return polar(seat, Math.atan2(y - cy, x - cx) - 2 * half * k, cx, cy)
}

/** The end point of relative path data. */
function endOf(data: string): Point {
  let [x, y] = [0, 0]
  for (const [, command = '', rest = ''] of data.matchAll(/([Mlqa])([^A-Za-z]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    const [dx = 0, dy = 0] = numbers.slice(-2)
    ;[x, y] = command === 'M' ? [dx, dy] : [x + dx, y + dy]
  }
  return [x, y]
}
