import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize } from '../../parameters.ts'
import { type Corner, roundedOutline } from '../../shapes.ts'
import { circle, path, rect, stroke } from '../../strokes.ts'

/** Thickness of the steel backing plate. */
const backing = 1.8

/** A disc brake pad from the front and side: backing plate with tab, hatched friction material. */
export const discPad: Family = (parameters) => {
  const width = readSize(parameters, 'pad_width_mm', 27, 12, 60)
  const height = readSize(parameters, 'pad_height_mm', 25, 10, 50)
  const thick = readSize(parameters, 'thickness_mm', 4, 2.4, 8)
  const [a, b] = [width.value / 2, height.value / 2]
  const x = a + 11
  return {
    box: [-a, -b - 11, 2 * a + 11 + thick.value, 2 * b + 11],
    icon: [-a, -b - 11, 2 * a, 2 * b + 11],
    draw(pen) {
      const { level, u } = pen
      const corner: Corner[] = [
        [a, -b, 3],
        [a, b * 0.45, 3],
        [a - Math.min(8, a * 0.4), b, 3],
      ]
      const plate: Corner[] = [[4.5, -b - 11, 2], [4.5, -b, 2], ...corner]
      const inset = ([cx, cy]: Corner): Corner => [
        cx - 2.4,
        cy < 0 ? cy + 2.6 : cy - (cy === b ? 2 : 1.2),
        2,
      ]
      const lining = corner.map(inset)
      const front =
        path('v', roundedOutline([...plate, ...mirrored(plate)])) +
        path('x', roundedOutline([...lining, ...mirrored(lining)])) +
        circle('p', 0, -b - 6.5, 2)
      if (level === 'icon') return front
      const views =
        front +
        stroke('v', 0, -b + 2.6, 0, b - 2) +
        stroke('c', 0, -b - 11 - 8 * u, 0, b + 8 * u) +
        stroke('c', -5 * u - 2, -b - 6.5, 2 + 5 * u, -b - 6.5) +
        rect('v', x, -b - 11, backing, 2 * b + 11) +
        rect('x', x + backing, -b + 2.6, thick.value - backing, 2 * b - 4.6) +
        pen.horizontalDimension(-a, a, 0, 0, b + pen.dimensionOffset, dimensionLabel(width))
      if (level === 'card') return views
      return (
        views +
        pen.horizontalDimension(
          x,
          x + thick.value,
          b,
          b - 2,
          b + pen.dimensionOffset,
          dimensionLabel(thick),
        ) +
        pen.verticalDimension(-b, b, -4.5, -a + 8, -a - pen.dimensionOffset, dimensionLabel(height))
      )
    },
  }
}

const mirrored = (corners: readonly Corner[]): Corner[] =>
  corners.map(([x, y, r]): Corner => [-x, y, r ?? 0]).toReversed()
