import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize } from '../../parameters.ts'
import {
  circle,
  crosshair,
  d,
  path,
  polar,
  rect,
  stroke,
  toRadians,
  transform,
} from '../../strokes.ts'

/** Height of the steerer clamp. */
const stack = 40

/**
 * A stem from the side. The extension is horizontal, for a horizontal length dimension; the steerer
 * is tilted.
 */
export const stem: Family = (parameters) => {
  const length = readSize(parameters, 'stem_length_mm', 90, 30, 150)
  const angle = readSize(parameters, 'angle_deg', 6, -45, 45)
  const steerer = readSize(parameters, 'steerer_clamp_mm', 28.6, 22, 45)
  const bar = readSize(parameters, 'bar_clamp_mm', 31.8, 22, 40)
  const [L, s, b] = [length.value, steerer.value / 2, bar.value / 2]
  const half = s + 4
  const lean = Math.abs(Math.sin(toRadians(angle.value))) * 34
  const foot = stack / 2 + 2
  return {
    box: [-half - lean - 4, -foot, L + half + lean + b + 14, 2 * foot],
    draw(pen) {
      const { level, u } = pen
      const extension = path(
        'v',
        d`M0 -13.5C${L * 0.4} -13.5 ${L - b - 8} -12 ${L} ${-b - 2}V${b + 2}C${L - b - 8} 12 ${L * 0.4} 13.5 0 13.5Z`,
      )
      const clamp =
        rect('v', -half, -stack / 2, 2 * half, stack, 4) +
        rect('v', -half - 4, -14, 6, 8, 1.5) +
        rect('v', -half - 4, 6, 6, 8, 1.5)
      const plate =
        path('v', d`M${[L, -b - 5]}A${b + 5} ${b + 5} 0 0 1 ${[L, b + 5]}Z`) +
        stroke('v', L, -b - 5, L, b + 5)
      const head =
        circle('v', L, 0, b + 4) + circle('p', L, 0, b) + bolt(L, -b - 4.5) + bolt(L, b + 4.5)
      const body = extension + transform(clamp, 0, 0, angle.value) + plate + head
      if (level === 'icon') return body
      const axis = stack / 2 + 12 * u
      const bore = transform(
        rect('h', -s, -stack / 2, 2 * s, stack) + stroke('c', 0, -axis, 0, axis),
        0,
        0,
        angle.value,
      )
      const views =
        body +
        bore +
        stroke('c', -half - 10 * u, 0, L + b + 5 + 10 * u, 0) +
        crosshair(L, 0, b + 8 + 8 * u) +
        pen.horizontalDimension(
          0,
          L,
          foot,
          b + 8,
          foot + pen.dimensionOffset,
          dimensionLabel(length),
        )
      if (level === 'card') return views
      const top = polar(axis, toRadians(angle.value - 90))
      return (
        views +
        pen.radialLeader(b, toRadians(-40), 40 * u, dimensionLabel(bar, 'Ø'), L) +
        pen.leader(
          -s * 0.6,
          -stack / 2 + 3,
          -half - 30 * u,
          -foot - 20 * u,
          dimensionLabel(steerer, 'Ø'),
        ) +
        pen.leader(
          top[0],
          top[1] + 2 * u,
          top[0] + 20 * u,
          top[1] - 8 * u,
          angle.value ? dimensionLabel(angle, '', '°') : '',
        )
      )
    },
  }
}

const bolt = (x: number, y: number) =>
  rect('v', x - 5, y - 3, 12, 6, 1.5) + circle('t', x + 4, y, 1.6)
