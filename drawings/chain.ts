import { type Point, polar, TAU, toRadians } from './geometry.ts'
import { pitch, pitchRadius } from './sprocket.ts'
import { circle, d, type LineClass, path } from './svg-elements.ts'

const OUTER_PLATE = { endRadius: 4.3, halfWaist: 2.7 }
export const INNER_PLATE = { endRadius: 3.95, halfWaist: 2.5 }

export const pinRadius = 1.8

/**
 * Draws the links between pins. Every second link is an inner link. If `isClosed`, a link joins the last pin to the
 * first.
 */
export function links(
  pins: readonly Point[],
  isClosed: boolean,
  lineClass: LineClass = 'v',
): string {
  const plates = pins.map((pin, i) => {
    const next = pins[i + 1] ?? (isClosed ? pins[0] : undefined)
    return next ? path(lineClass, plateData(pin, next, i % 2 ? INNER_PLATE : OUTER_PLATE)) : ''
  })
  const inner = plates.filter((_, i) => i % 2)
  const outer = plates.filter((_, i) => i % 2 === 0)
  return [...inner, ...outer, ...pins.map(([x, y]) => circle('t', x, y, pinRadius))].join('')
}

/** Path data of one chain plate from pin to pin: two round ends and a waist. */
export function plateData(
  [ax, ay]: Point,
  [bx, by]: Point,
  { endRadius, halfWaist } = OUTER_PLATE,
): string {
  const length = Math.hypot(bx - ax, by - ay)
  const along: Point = [(bx - ax) / length, (by - ay) / length]
  const across: Point = [-along[1], along[0]]
  // Each round end meets the waist at 58° from the axis of the plate.
  const [u, v] = [endRadius * Math.cos(toRadians(58)), endRadius * Math.sin(toRadians(58))]
  const corner = (x: number, y: number, end: 1 | -1, side: 1 | -1): Point => [
    x + end * u * along[0] + side * v * across[0],
    y + end * u * along[1] + side * v * across[1],
  ]
  const bend = (side: 1 | -1): Point => [
    (ax + bx) / 2 + side * (2 * halfWaist - v) * across[0],
    (ay + by) / 2 + side * (2 * halfWaist - v) * across[1],
  ]
  return d`M${corner(ax, ay, 1, 1)}Q${bend(1)} ${corner(bx, by, -1, 1)}A${endRadius} ${endRadius} 0 1 0 ${corner(bx, by, -1, -1)}Q${bend(-1)} ${corner(ax, ay, 1, -1)}A${endRadius} ${endRadius} 0 1 0 ${corner(ax, ay, 1, 1)}Z`
}

/** A closed chain around two sprockets: the first at the origin, the second to its left. */
interface Loop {
  readonly pins: readonly Point[]
  /** Millimetres between the sprockets' centres. */
  readonly centreDistance: number
  /** Rotation of each sprocket that aligns its seats with the pins, in radians. */
  readonly rotations: readonly [number, number]
}

/**
 * Computes the chain around two sprockets. Adjusts the target distance (millimetres between the centres) so that the
 * number of links is even. The first pin is where the upper run leaves the first sprocket.
 */
export function chainLoop(teeth1: number, teeth2: number, targetDistance: number): Loop {
  const [R1, R2] = [pitchRadius(teeth1), pitchRadius(teeth2)]
  // The angle of the upper and lower run for a centre distance, in radians.
  const tiltAt = (c: number) => Math.asin((R1 - R2) / c)
  const straightPitches = (c: number) => Math.sqrt(c * c - (R1 - R2) ** 2) / pitch
  const wrappedPitches = (z: number, angle: number) => (z * angle) / TAU
  const pitches = (c: number) =>
    2 * straightPitches(c) +
    wrappedPitches(teeth1, Math.PI + 2 * tiltAt(c)) +
    wrappedPitches(teeth2, Math.PI - 2 * tiltAt(c))
  const total = Math.round(pitches(targetDistance) / 2) * 2
  const centreDistance = bisect(targetDistance - 30, targetDistance + 30, (c) => pitches(c) < total)

  const tilt = tiltAt(centreDistance)
  const run = straightPitches(centreDistance)
  const [up1, up2] = [
    polar(R1, -Math.PI / 2 - tilt),
    polar(R2, -Math.PI / 2 - tilt, -centreDistance),
  ]
  const [low1, low2] = [
    polar(R1, Math.PI / 2 + tilt),
    polar(R2, Math.PI / 2 + tilt, -centreDistance),
  ]
  const pitchesOnSecond = wrappedPitches(teeth2, Math.PI - 2 * tilt)
  const pins = Array.from({ length: total }, (_, i) => {
    if (i < run) return interpolate(up1, up2, i / run)
    const pitchesPastUpperRun = i - run
    if (pitchesPastUpperRun < pitchesOnSecond)
      return polar(R2, -Math.PI / 2 - tilt - (pitchesPastUpperRun * TAU) / teeth2, -centreDistance)
    const pitchesPastSecond = pitchesPastUpperRun - pitchesOnSecond
    if (pitchesPastSecond < run) return interpolate(low2, low1, pitchesPastSecond / run)
    return polar(R1, Math.PI / 2 + tilt - ((pitchesPastSecond - run) * TAU) / teeth1)
  })
  const firstPitchOnSecond = Math.ceil(run) - run
  return {
    pins,
    centreDistance,
    rotations: [-Math.PI / 2 - tilt, -Math.PI / 2 - tilt - (firstPitchOnSecond * TAU) / teeth2],
  }
}

/** Finds the value between low and high at which `isBelow` changes from true to false. */
function bisect(low: number, high: number, isBelow: (value: number) => boolean): number {
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2
    if (isBelow(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}

const interpolate = (p: Point, q: Point, k: number): Point => [
  p[0] + (q[0] - p[0]) * k,
  p[1] + (q[1] - p[1]) * k,
]
