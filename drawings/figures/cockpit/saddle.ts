import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize } from '../../parameters.ts'
import type { Pen } from '../../pen.ts'
import { pipe } from '../../shapes.ts'
import { d, path, stroke } from '../../strokes.ts'

/** A saddle from above with its nose to the left; on the sheet also from the side with rails. */
export const saddle: Family = (parameters) => {
  const length = readSize(parameters, 'saddle_length_mm', 270, 150, 350)
  const width = readSize(parameters, 'saddle_width_mm', 150, 80, 300)
  const rail = readSize(parameters, 'rail_diameter_mm', 7, 5, 12)
  const [a, b] = [length.value / 2, width.value / 2]
  const y = b + 62
  return {
    box: [-a, -b, 2 * a, 2 * b],
    sheet: [-a, -b, 2 * a, b + y + 46],
    draw(pen) {
      const { level, u } = pen
      const top = path('v', outline(a, b, 1)) + path('t', outline(a, b, 0.9))
      const groove = path(
        'p',
        d`M${[-a * 0.3, 0]}C${[-a * 0.25, -7]} ${[a * 0.5, -11]} ${[a * 0.62, 0]}C${[a * 0.5, 11]} ${[-a * 0.25, 7]} ${[-a * 0.3, 0]}Z`,
      )
      if (level === 'icon') return path('v', outline(a, b, 1)) + groove
      const views =
        top +
        groove +
        stroke('c', -a - 9 * u, 0, a + 6 * u, 0) +
        pen.verticalDimension(-b, b, a * 0.74, a * 0.74, a + 30 * u, dimensionLabel(width))
      if (level === 'card') return views
      return (
        views +
        side(a, y, rail.value, pen) +
        pen.horizontalDimension(-a, a, y, y - 8, y + 46 + 16 * u, dimensionLabel(length)) +
        pen.leader(
          -a * 0.1,
          y + 31 + rail.value / 2,
          -a * 0.5,
          y + 46 + 2 * u,
          dimensionLabel(rail, 'RAIL Ø'),
        )
      )
    },
  }
}

/** The outline from above, scaled by k for the seam. */
function outline(a: number, b: number, k: number): string {
  const inset = (1 - k) * b
  const [nose, rear] = [-a + inset, a - inset]
  const n = Math.min(21, b * 0.3) * k
  const w = b - inset
  return d`M${[nose, 0]}C${[nose, -n * 0.8]} ${[nose + 12, -n]} ${[nose + 34, -n]}C${[-a * 0.1, -n]} ${[a * 0.1, -w]} ${[a * 0.62, -w]}C${[a * 0.9, -w]} ${[rear, -w * 0.7]} ${[rear - 4, 0]}C${[rear, w * 0.7]} ${[a * 0.9, w]} ${[a * 0.62, w]}C${[a * 0.1, w]} ${[-a * 0.1, n]} ${[nose + 34, n]}C${[nose + 12, n]} ${[nose, n * 0.8]} ${[nose, 0]}Z`
}

/** The saddle from the side: rails under the cover. */
const side = (a: number, y: number, rail: number, pen: Pen) =>
  pipe(
    d`M${[-a * 0.8, y + 4]}C${[-a * 0.6, y + 12]} ${[-a * 0.5, y + 31]} ${[-a * 0.3, y + 31]}H${a * 0.3}C${[a * 0.5, y + 31]} ${[a * 0.6, y + 6]} ${[a * 0.72, y + 2]}`,
    rail,
    pen,
  ) +
  path(
    'v',
    d`M${[-a, y]}C${[-a, y - 8]} ${[-a * 0.9, y - 12]} ${[-a * 0.7, y - 11]}C${[-a * 0.2, y - 8]} ${[a * 0.3, y - 12]} ${[a * 0.6, y - 22]}C${[a * 0.85, y - 30]} ${[a, y - 22]} ${[a, y - 8]}C${[a * 0.98, y + 14]} ${[a * 0.8, y + 14]} ${[a * 0.6, y + 8]}C${[a * 0.2, y + 2]} ${[-a * 0.5, y + 10]} ${[-a * 0.92, y + 6]}Q${[-a, y + 5]} ${[-a, y]}Z`,
  )
