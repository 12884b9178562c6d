import { type Point, polar, TAU } from './strokes.ts'

/** A spoke from the front: its hole in the flange and its nipple. */
export interface Spoke {
  readonly hole: Point
  readonly nipple: Point
  /** Angle of the nipple on the rim, in radians. */
  readonly angle: number
}

/**
 * Returns the spokes of a wheel, half of them on each side. A spoke meets the rim at the angle of its hole
 * ± crosses × the step between holes. The spacing is even for spoke numbers divisible by four. The left
 * side comes first, because it is behind.
 */
export function lacing(spokes: number, crosses: number, flange: number, rim: number): Spoke[] {
  const half = spokes / 2
  const step = TAU / half
  return [1, 0].flatMap((side) =>
    Array.from({ length: half }, (_, j) => {
      const hole = j * step + (side * step) / 2
      const angle = hole + (j % 2 ? -1 : 1) * crosses * step
      return { hole: polar(flange, hole), nipple: polar(rim, angle), angle }
    }),
  )
}
