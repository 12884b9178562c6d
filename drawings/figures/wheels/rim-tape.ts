import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize } from '../../parameters.ts'
import { circle, crosshair, d, path, rect, repeat, stroke } from '../../strokes.ts'

/** A roll of rim tape from its end, and its strip from above. */
export const rimTape: Family = (parameters) => {
  const width = readSize(parameters, 'tape_width_mm', 19, 5, 80)
  const length = readSize(parameters, 'tape_length_mm', 2250, 500, 60_000)
  const [w, R] = [width.value, 30]
  const foot = R + 14 + w
  return {
    box: [-R, -R, 4.4 * R, R + foot],
    icon: [-R, -R, 2.6 * R, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const turns = level === 'icon' ? 3 : 6
      const roll =
        circle('v', 0, 0, R) +
        repeat(turns, (i) => circle('t', 0, 0, R - ((i + 1) * 9) / turns)) +
        circle('p', 0, 0, 18)
      const tail = path(
        'v',
        d`M${[0, R]}H${level === 'icon' ? 1.6 * R : 3.4 * R}V${R - 1.6}H${R * 0.34}`,
      )
      if (level === 'icon') return roll + tail
      const y = R + 14
      const strip =
        rect('v', -R, y, 2 * R, w) +
        path('v', d`M${[R, y]}H${3.2 * R}q${4 * u} ${w / 4} 0 ${w / 2}t0 ${w / 2}H${R}Z`) +
        circle('t', 2 * R, y + w / 2, Math.min(4.25, w * 0.3)) +
        crosshair(2 * R, y + w / 2, 5 + 5 * u)
      const views =
        roll +
        tail +
        strip +
        crosshair(0, 0, R + 8 * u) +
        stroke('c', -R - 8 * u, y + w / 2, R + 8 * u, y + w / 2) +
        pen.verticalDimension(y, y + w, -R, -R, -R - 24 * u, dimensionLabel(width))
      if (level === 'card') return views
      return views + pen.leader(2.6 * R, R, 2.8 * R, R - 34 * u, dimensionLabel(length, 'LENGTH '))
    },
  }
}
