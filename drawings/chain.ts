import { pitch, pitchRadius } from './sprocket.ts'
import { circle, d, degrees, type Line, type Point, path, polar, turn } from './strokes.ts'

/** Path data of one chain plate from pin to pin: two round ends of radius R and a waist. */
export function plate([ax, ay]: Point, [bx, by]: Point, R = 4.3, waist = 2.7): string {
  const length = Math.hypot(bx - ax, by - ay)
  const along: Point = [(bx - ax) / length, (by - ay) / length]
  const across: Point = [-along[1], along[0]]
  const [kc, ks] = [R * Math.cos(degrees(58)), R * Math.sin(degrees(58))]
  const on = (x: number, y: number, s: number, e: number): Point => [
    x + s * kc * along[0] + e * ks * across[0],
    y + s * kc * along[1] + e * ks * across[1],
  ]
  const bend = (e: number): Point => [
    (ax + bx) / 2 + e * (2 * waist - ks) * across[0],
    (ay + by) / 2 + e * (2 * waist - ks) * across[1],
  ]
  return d`M${on(ax, ay, 1, 1)}Q${bend(1)} ${on(bx, by, -1, 1)}A${R} ${R} 0 1 0 ${on(bx, by, -1, -1)}Q${bend(-1)} ${on(ax, ay, 1, -1)}A${R} ${R} 0 1 0 ${on(ax, ay, 1, 1)}Z`
}

/** Radius of a pin as it is drawn. */
export const pinRadius = 1.8

/**
 * The links between pins: inner plates, outer plates over them, then the pins.
 * @param closed the last pin is joined to the first
 * @param line how the plates are drawn
 */
export function links(pins: readonly Point[], closed: boolean, line: Line = 'v'): string {
  const plates = pins.map((pin, i) => {
    const next = pins[i + 1] ?? (closed ? pins[0] : undefined)
    return next ? path(line, i % 2 ? plate(pin, next, 3.95, 2.5) : plate(pin, next)) : ''
  })
  const inner = plates.filter((_, i) => i % 2)
  const outer = plates.filter((_, i) => i % 2 === 0)
  return [...inner, ...outer, ...pins.map(([x, y]) => circle('t', x, y, pinRadius))].join('')
}

/** A closed chain round two sprockets: one at the origin, one `centre` to the left of it. */
export interface Loop {
  readonly pins: readonly Point[]
  /** Millimetres between the sprockets' centres. */
  readonly centre: number
  /** Angles by which the sprockets are turned so that a seat meets a pin, radians. */
  readonly turned: readonly [number, number]
}

/**
 * The chain round sprockets of z1 and z2 teeth about `wanted` millimetres apart: the distance is
 * set so that the links come out even. Pins run along the upper straight from the first sprocket.
 */
export function chainLoop(z1: number, z2: number, wanted: number): Loop {
  const [R1, R2] = [pitchRadius(z1), pitchRadius(z2)]
  const lean = (c: number) => Math.asin((R1 - R2) / c)
  const straight = (c: number) => Math.sqrt(c * c - (R1 - R2) ** 2) / pitch
  const round = (z: number, angle: number) => (z * angle) / turn
  const pitches = (c: number) =>
    2 * straight(c) + round(z1, Math.PI + 2 * lean(c)) + round(z2, Math.PI - 2 * lean(c))
  const total = Math.round(pitches(wanted) / 2) * 2
  const centre = halved(wanted - 30, wanted + 30, (c) => pitches(c) < total)

  const b = lean(centre)
  const run = straight(centre)
  const [up1, up2] = [polar(R1, -Math.PI / 2 - b), polar(R2, -Math.PI / 2 - b, -centre)]
  const [low1, low2] = [polar(R1, Math.PI / 2 + b), polar(R2, Math.PI / 2 + b, -centre)]
  const half2 = round(z2, Math.PI - 2 * b)
  const pins = Array.from({ length: total }, (_, i) => {
    if (i < run) return mixed(up1, up2, i / run)
    const onCog = i - run
    if (onCog < half2) return polar(R2, -Math.PI / 2 - b - (onCog * turn) / z2, -centre)
    const below = onCog - half2
    if (below < run) return mixed(low2, low1, below / run)
    return polar(R1, Math.PI / 2 + b - ((below - run) * turn) / z1)
  })
  const firstOnCog = Math.ceil(run) - run
  return {
    pins,
    centre,
    turned: [-Math.PI / 2 - b, -Math.PI / 2 - b - (firstOnCog * turn) / z2],
  }
}

/** The place between low and high where `below` turns from true to false. */
function halved(low: number, high: number, below: (value: number) => boolean): number {
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2
    if (below(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}

const mixed = (p: Point, q: Point, k: number): Point => [
  p[0] + (q[0] - p[0]) * k,
  p[1] + (q[1] - p[1]) * k,
]
