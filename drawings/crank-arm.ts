import { arm, hexagon } from './shapes.ts'
import { circle, d, type Point, path, polar, polygon } from './strokes.ts'

/** Radii of a crank arm at the spindle and at the pedal. */
const [boss, eye] = [21, 14.5]

/** Draws a crank arm from the spindle at the origin to the pedal thread, seen from outside. */
export function crankArm(length: number, angle: number): string {
  const pedal = polar(length, angle)
  return (
    path('v', arm([0, 0], boss, pedal, eye)) +
    circle('v', 0, 0, 12) +
    polygon('p', [
      [0, -9],
      [9, 0],
      [0, 9],
      [-9, 0],
    ]) +
    circle('p', ...pedal, 6.6) +
    path('t', d`M${[pedal[0] + 7.6, pedal[1]]}A7.6 7.6 0 1 1 ${[pedal[0], pedal[1] - 7.6]}`)
  )
}

/** Draws the spider that carries the chainrings, with an arm and a bolt at each position. */
export function spider(boltPositions: readonly Point[]): string {
  const arms = boltPositions.map(([x, y]) => {
    const [r, a] = [Math.hypot(x, y), Math.atan2(y, x)]
    const at = (along: number, across: number): Point => [
      along * Math.cos(a) - across * Math.sin(a),
      along * Math.sin(a) + across * Math.cos(a),
    ]
    const waist = r * 0.65
    return (
      path(
        'v',
        d`M${at(16, 9)}Q${at(waist, 4)} ${at(r, 7.6)}A7.6 7.6 0 0 0 ${at(r, -7.6)}Q${at(waist, -4)} ${at(16, -9)}`,
      ) +
      circle('v', x, y, 5) +
      polygon('t', hexagon(5, x, y))
    )
  })
  return arms.join('') + circle('v', 0, 0, 19)
}
