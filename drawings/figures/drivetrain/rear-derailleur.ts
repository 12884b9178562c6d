import type { Family } from '../../figure.ts'
import { dimensionLabel, readCount, readSize } from '../../parameters.ts'
import { arm, hexagon } from '../../shapes.ts'
import { teeth, tipRadius } from '../../sprocket.ts'
import {
  circle,
  crosshair,
  d,
  type Point,
  path,
  polar,
  polygon,
  rect,
  stroke,
  toRadians,
} from '../../strokes.ts'

/** The direction of the cage, from the guide pulley to the tension pulley. */
const lean = toRadians(90)

/** A rear derailleur from the chain side, with knuckles, parallelogram, cage and pulleys. */
export const rearDerailleur: Family = (parameters) => {
  const cage = readSize(parameters, 'cage_length_mm', 89, 40, 140)
  const pulleys = readCount(parameters, 'pulley_teeth', 11, 9, 18)
  const largest = readCount(parameters, 'max_sprocket_teeth', 34, 20, 60)
  const capacity = readCount(parameters, 'capacity_teeth', 43, 10, 60)
  const tip = tipRadius(pulleys.value)
  const knuckle: Point = [22, 44]
  const guide: Point = [20, 62]
  const tension = polar(cage.value, lean, ...guide)
  const [left, right] = [-18, tension[0] + tip]
  return {
    box: [left, -16, right - left, tension[1] + tip + 16],
    draw(pen) {
      const { level, u } = pen
      const back = path('v', arm(guide, 11, tension, 10))
      const wheels = [guide, tension]
        .map(
          ([x, y], i) =>
            path('v', teeth(pulleys.value, { cx: x, cy: y, rotation: i })) +
            circle('t', x, y, tip * 0.6),
        )
        .join('')
      const front =
        path('v', arm(guide, 7.5, tension, 7.5)) +
        path('p', arm(polar(18, lean, ...guide), 3.6, polar(cage.value - 18, lean, ...guide)))
      const bolts = [guide, tension]
        .map(([x, y]) => circle('v', x, y, 4) + circle('t', x, y, 1.8))
        .join('')
      const links =
        path('v', arm([-4, 6], 9, [12, 44], 9)) +
        path('v', arm([8, 2], 7, [26, 38], 7)) +
        stroke('t', 2, 10, 16, 40)
      const knuckles =
        circle('v', ...knuckle, 13) +
        circle('t', ...knuckle, 9) +
        circle('v', 0, 0, 13) +
        circle('v', 0, 0, 7) +
        polygon('p', hexagon(5))
      const cable = rect('v', -14, 25, 16, 8, 2)
      const body = back + wheels + front + bolts + cable + links + knuckles
      if (level === 'icon') return body
      const hanger = path(
        'g',
        d`M-14 ${-16 - 4 * u}Q-12 -8 -12 0A12 12 0 0 0 12 0Q12 -8 10 ${-16 - 4 * u}`,
      )
      const beside = right + 26 * u
      const views =
        hanger +
        body +
        crosshair(0, 0, 13 + 8 * u) +
        crosshair(...guide, 10 + 6 * u) +
        crosshair(...tension, tip + 8 * u) +
        pen.verticalDimension(
          guide[1],
          tension[1],
          guide[0] + tip,
          tension[0],
          beside,
          dimensionLabel(cage),
        )
      if (level === 'card') return views
      return (
        views +
        pen.leader(
          tension[0] - tip * 0.8,
          tension[1] + tip * 0.6,
          left - 20 * u,
          tension[1] + tip - 6 * u,
          dimensionLabel(pulleys, '', 'T'),
        ) +
        pen.leader(-13, 0, -18 - 24 * u, -16, dimensionLabel(largest, 'MAX ', 'T')) +
        pen.leader(-4, 22, -18 - 30 * u, 24, dimensionLabel(capacity, 'CAPACITY ', 'T'))
      )
    },
  }
}
