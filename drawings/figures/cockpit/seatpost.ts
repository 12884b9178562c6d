import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize } from '../../parameters.ts'
import { brokenShaft } from '../../shafts.ts'
import { roundedOutline } from '../../shapes.ts'
import { circle, path, rect, repeat, stroke } from '../../strokes.ts'

/** Half of the drawn length. The post is broken in the middle. */
const half = 75

/** A horizontal, broken seatpost from the side, with the clamp to the right. */
export const seatpost: Family = (parameters) => {
  const diameter = readSize(parameters, 'post_diameter_mm', 27.2, 20, 40)
  const length = readSize(parameters, 'post_length_mm', 350, 100, 600)
  const setback = readSize(parameters, 'setback_mm', 0, 0, 40)
  const r = diameter.value / 2
  const s = setback.value
  const x = half - 14
  return {
    box: [-half - 6, -30, 2 * half + 18, 60 + s],
    draw(pen) {
      const { level, u } = pen
      const head =
        path(
          'v',
          roundedOutline(
            [
              [x - 8, -r],
              [x, -r],
              [x + 14, s - 18],
              [x + 18, s - 18],
              [x + 18, s + 18],
              [x + 14, s + 18],
              [x, r],
              [x - 8, r],
            ],
            4,
          ),
        ) +
        rect('v', x + 18, s - 26, 5, 52, 2) +
        rect('v', x + 23, s - 22, 4, 44, 1.6) +
        [-22, 22].map((y) => circle('v', x + 23, s + y, 3.5)).join('')
      if (level === 'icon') return rect('v', -half, -r, x + half, 2 * r) + head
      const post = brokenShaft(-half, -6, r, 5 * u) + brokenShaft(x, 4, r, 5 * u)
      const marks = repeat(9, (i) => {
        const [at, tall] = [-half + 12 + i * 6, r * (i % 2 ? 0.18 : 0.34)]
        return stroke('t', at, -tall, at, tall)
      })
      const views =
        post +
        head +
        marks +
        stroke('v', 16, -r, 16, r) +
        [-22, 22].map((y) => circle('t', x + 23, s + y, 1.6)).join('') +
        stroke('c', -half - 10 * u, 0, x + 30, 0) +
        (s ? stroke('c', x + 12, s, x + 34, s) : '') +
        pen.verticalDimension(-r, r, -half, -half, -half - 26 * u, dimensionLabel(diameter, 'Ø'))
      if (level === 'card') return views
      return (
        views +
        pen.horizontalDimension(
          -half,
          x + 23,
          r,
          s + 26,
          s + 30 + pen.dimensionOffset,
          dimensionLabel(length),
        ) +
        pen.leader(16, -r, 6, -30 - 20 * u, diameter.known ? 'MIN INSERTION' : '') +
        (s
          ? pen.verticalDimension(0, s, x + 30, x + 34, x + 34 + 26 * u, dimensionLabel(setback))
          : '')
      )
    },
  }
}
