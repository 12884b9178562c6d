import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize } from '../../parameters.ts'
import { circle, crosshair, d, disc, path, pathWithHoles, rect, stroke } from '../../strokes.ts'

/** Wall thickness of the ring. */
const wall = 4

/** A seat clamp from above with lugs and bolt, and from the side. */
export const seatClamp: Family = (parameters) => {
  const diameter = readSize(parameters, 'clamp_diameter_mm', 31.8, 20, 45)
  const height = readSize(parameters, 'clamp_height_mm', 15, 6, 40)
  const r = diameter.value / 2
  const R = r + wall
  const x = R + 14 + R + 14
  return {
    box: [-R, -R, R + 14 + R, 2 * R],
    sheet: [-R, -R, R + x + R + 14, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const lugs = rect('v', R - 3, -8, 15, 16, 2)
      const slit =
        path('p', d`M${[r - 1, -1.2]}H${R + 12}M${[r - 1, 1.2]}H${R + 12}`) +
        rect('p', r - 0.5, -1.2, wall + 12.5, 2.4)
      const bolt =
        rect('v', R + 2.5, -13, 7, 26, 1.2) +
        rect('v', R + 1, -15, 10, 7, 1.5) +
        rect('v', R + 1.5, 8, 9, 5, 1)
      const ring = pathWithHoles('v', disc(R) + disc(r)) + circle('t', 0, 0, r + 1.2)
      const body = lugs + ring + slit + bolt
      if (level === 'icon') return body
      const views =
        body +
        crosshair(0, 0, R + 9 * u) +
        stroke('c', R + 6, -15 - 6 * u, R + 6, 13 + 6 * u) +
        pen.horizontalDimension(-r, r, 0, 0, R + pen.dimensionOffset, dimensionLabel(diameter, 'Ø'))
      if (level === 'card') return views
      const h = height.value / 2
      return (
        views +
        rect('v', x - R, -h, 2 * R, 2 * h, 1.5) +
        rect('v', x + R - 3, -h + 1, 15, 2 * h - 2, 2) +
        circle('v', x + R + 6, 0, Math.min(4, h - 1.5)) +
        stroke('t', x - R, -h + 2, x + R - 3, -h + 2) +
        stroke('t', x - R, h - 2, x + R - 3, h - 2) +
        stroke('c', x, -h - 8 * u, x, h + 8 * u) +
        pen.verticalDimension(-h, h, x - R, x - R, x - R - 22 * u, dimensionLabel(height))
      )
    },
  }
}
