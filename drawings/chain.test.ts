import { expect, test } from 'vitest'
import { chainLoop, links } from './chain.ts'
import { type Point, polar, TAU } from './geometry.ts'
import { pitch, pitchRadius } from './sprocket.ts'

const pairs = [
  [44, 18],
  [32, 11],
  [50, 34],
  [22, 36],
] as const

test('a closed chain has an even number of links, each as long as the pitch', () => {
  for (const [z1, z2] of pairs) {
    const { pins } = chainLoop(z1, z2, 425)
    expect(pins.length % 2).toBe(0)
    pins.forEach((pin, i) => {
      const next = pins[(i + 1) % pins.length] ?? pin
      expect(Math.hypot(next[0] - pin[0], next[1] - pin[1])).toBeCloseTo(pitch, 1)
    })
  }
})

test('rotates both sprockets so that their seats meet the pins', () => {
  for (const [z1, z2] of pairs) {
    const { pins, centreDistance, rotations } = chainLoop(z1, z2, 425)
    for (const [z, cx, angle] of [
      [z1, 0, rotations[0]],
      [z2, -centreDistance, rotations[1]],
    ] as const) {
      const wrapped = pins.filter(
        ([x, y]) => Math.abs(Math.hypot(x - cx, y) - pitchRadius(z)) < 1e-6,
      )
      expect(wrapped.length).toBeGreaterThan(z / 3)
      for (const pin of wrapped) expect(nearestSeat(pin, z, cx, angle)).toBeLessThan(0.05)
    }
  }
})

test('an open chain of n links has n plates and n + 1 pins', () => {
  for (const n of [1, 2, 7, 12]) {
    const drawn = links(
      Array.from({ length: n + 1 }, (_, i): Point => [i * pitch, 0]),
      false,
    )
    expect(drawn.split('<path').length - 1).toBe(n)
    expect(drawn.split('<circle').length - 1).toBe(n + 1)
  }
})

function nearestSeat([x, y]: Point, z: number, cx: number, rotation: number): number {
  const seats = Array.from({ length: z }, (_, i) =>
    polar(pitchRadius(z), rotation + (i * TAU) / z, cx),
  )
  return Math.min(...seats.map(([sx, sy]) => Math.hypot(sx - x, sy - y)))
}
