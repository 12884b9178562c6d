import type { Family } from '../../figure.ts'
import { dimensionLabel, formatNumber, readSize } from '../../parameters.ts'
import { arm, roundedOutline } from '../../shapes.ts'
import { circle, crosshair, d, path, rect, repeat, stroke } from '../../strokes.ts'

/** A kickstand from the side: plate with two bolt holes, and an adjustable leg. */
export const kickstand: Family = (parameters) => {
  const holes = readSize(parameters, 'plate_hole_spacing_mm', 18, 10, 60)
  const minLength = readSize(parameters, 'leg_min_mm', 290, 150, 400)
  const maxLength = readSize(parameters, 'leg_max_mm', minLength.value + 50, minLength.value, 450)
  const [h, L] = [holes.value / 2, (minLength.value + maxLength.value) / 2]
  return {
    box: [-40, -24, 80, L + 32],
    draw(pen) {
      const { level, u } = pen
      const k = level === 'icon' ? 2 : 1
      const leg =
        path('v', arm([0, 0], 9 * k, [0, L * 0.66], 8 * k)) +
        rect('v', -5.5 * k, L * 0.62, 11 * k, L * 0.36 - 8, 2) +
        path(
          'v',
          roundedOutline(
            [
              [-12 * k, L - 8],
              [-7 * k, L - 26 * k],
              [7 * k, L - 26 * k],
              [14 * k, L - 8],
              [14 * k, L],
              [-12 * k, L],
            ],
            4,
          ),
        )
      const plate =
        path(
          'v',
          roundedOutline(
            [
              [-h - 14, -24],
              [h + 14, -24],
              [h + 16, -6],
              [13, 14],
              [-13, 14],
              [-h - 16, -6],
            ],
            6,
          ),
        ) +
        [-h, h].map((x) => circle('p', x, -13, 4)).join('') +
        circle('v', 0, 2, 7) +
        circle('t', 0, 2, 3.4)
      const body = leg + plate
      if (level === 'icon') return body
      const button =
        repeat(3, (i) => circle('t', 0, L * 0.7 + i * 12, 2)) + path('t', d`M-5.5 ${L * 0.66}h11`)
      const range =
        minLength.known && maxLength.known
          ? `${formatNumber(minLength.value)}–${formatNumber(maxLength.value)}`
          : ''
      const views =
        body +
        button +
        stroke('c', 0, -24 - 8 * u, 0, L + 8 * u) +
        pen.verticalDimension(2, L, 7, 14, h + 22 + 34 * u, range)
      if (level === 'card') return views
      return (
        views +
        [-h, h].map((x) => crosshair(x, -13, 4 + 5 * u)).join('') +
        pen.horizontalDimension(-h, h, -17, -17, -24 - 24 * u, dimensionLabel(holes))
      )
    },
  }
}
