import { type Point, polar, TAU } from './geometry.ts'

/** A spoke from the front: its hole in the flange and its nipple. */
export interface Spoke {
  readonly hole: Point
  readonly nipple: Point
  /** Angle of the nipple on the rim, in radians. */
  readonly angle: number
}

/** Radii of the circles of spoke holes in the two flanges. */
export interface Flanges {
  readonly left: number
  readonly right: number
}

/**
 * Returns the spokes of a wheel, half of them on each side. A spoke meets the rim at the angle of its hole
 * ± crosses × the step between holes. The spacing is even for spoke numbers divisible by four. The spokes
 * of the left side come first, because they are drawn behind the others.
 */
export function laceWheel(
  spokeCount: number,
  crossCount: number,
  { left, right }: Flanges,
  rimRadius: number,
): Spoke[] {
  const spokesPerSide = spokeCount / 2
  const step = TAU / spokesPerSide
  return [left, right].flatMap((flange, n) =>
    Array.from({ length: spokesPerSide }, (_, j) => {
      const hole = j * step + ((1 - n) * step) / 2
      const angle = hole + (j % 2 ? -1 : 1) * crossCount * step
      return { hole: polar(flange, hole), nipple: polar(rimRadius, angle), angle }
    }),
  )
}
