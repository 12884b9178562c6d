import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize } from '../../parameters.ts'
import { hexagon, roundedOutline } from '../../shapes.ts'
import { circle, crosshair, d, path, polygon, rect, stroke } from '../../strokes.ts'

/** Radius of head and flange. */
const head = 6.8

/** Chainring bolts in section: sleeve nut and bolt for a single ring, and for two rings. */
export const chainringBolt: Family = (parameters) => {
  const sleeve = readSize(parameters, 'sleeve_diameter_mm', 10, 6, 14)
  const single = readSize(parameters, 'grip_single_mm', 4, 2, 12)
  const double = readSize(parameters, 'grip_double_mm', 8, 3, 20)
  const r = sleeve.value / 2
  const x2 = single.value + 20
  const cx = x2 + double.value + 4 + 8 + head
  return {
    box: [-2.5, -head, cx + head + 2.5, 2 * head],
    icon: [-2.5, -head, double.value + 7, 2 * head],
    draw(pen) {
      const { level, u } = pen
      if (level === 'icon') return pair(0, double.value, r)
      const views =
        pair(0, single.value, r) +
        pair(x2, double.value, r) +
        circle('v', cx, 0, head) +
        circle('t', cx, 0, head - 0.8) +
        polygon('p', hexagon(5, cx, 0)) +
        stroke('c', -2.5 - 7 * u, 0, single.value + 4 + 7 * u, 0) +
        stroke('c', x2 - 2.5 - 7 * u, 0, x2 + double.value + 4 + 7 * u, 0) +
        crosshair(cx, 0, head + 7 * u) +
        pen.horizontalDimension(
          x2,
          x2 + double.value,
          head,
          head,
          head + pen.dimensionOffset,
          dimensionLabel(double),
        )
      if (level === 'card') return views
      return (
        views +
        pen.horizontalDimension(
          0,
          single.value,
          head,
          head,
          head + pen.dimensionOffset,
          dimensionLabel(single),
        ) +
        pen.leader(
          x2 + double.value * 0.3,
          -r,
          x2 + double.value,
          -head - 22 * u,
          dimensionLabel(sleeve, 'Ø'),
        )
      )
    },
  }
}

/** A cut sleeve nut and its uncut bolt, with heads on both sides of the rings. */
function pair(x: number, grip: number, r: number): string {
  const wall = (s: number) =>
    path(
      'x',
      roundedOutline([
        [x - 2, s * 4],
        [x - 2, s * head, 0.8],
        [x, s * head],
        [x, s * r],
        [x + grip - 0.6, s * r],
        [x + grip - 0.6, s * 4],
      ]),
    )
  const bolt =
    rect('v', x - 1, -3.8, grip + 2, 7.6, 0.5) +
    path('t', d`M${[x - 1, -3.2]}H${x + grip + 1}M${[x - 1, 3.2]}H${x + grip + 1}`) +
    rect('v', x + grip, -head, 2.6, 2 * head, 0.9) +
    rect('h', x + grip - 1.6, -2.5, 4.2, 5)
  return bolt + wall(-1) + wall(1)
}
