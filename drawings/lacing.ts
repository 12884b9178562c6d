import { type Point, polar, turn } from './strokes.ts'

/** One spoke seen from the front: its hole in the flange, and its nipple. */
export interface Spoke {
  readonly hole: Point
  readonly nipple: Point
  /** Angle of the nipple round the rim, radians. */
  readonly angle: number
}

/**
 * The spokes of a wheel. Each side has half of them; hole j goes to the rim at its own angle
 * ± crosses × the step between holes, trailing for even j and leading for odd, so that the rim is
 * evenly spaced for every number divisible by four. The left side, drawn first, lies behind.
 */
export function lacing(spokes: number, crosses: number, flange: number, rim: number): Spoke[] {
  const half = spokes / 2
  const step = turn / half
  return [1, 0].flatMap((side) =>
    Array.from({ length: half }, (_, j) => {
      const hole = j * step + (side * step) / 2
      const angle = hole + (j % 2 ? -1 : 1) * crosses * step
      return { hole: polar(flange, hole), nipple: polar(rim, angle), angle }
    }),
  )
}
