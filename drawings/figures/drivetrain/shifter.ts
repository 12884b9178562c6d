import type { Family } from '../../figure.ts'
import { dimensionLabel, readCount, readSize } from '../../parameters.ts'
import { roundedOutline } from '../../shapes.ts'
import { circle, d, path, polar, rect, repeat, stroke, toRadians } from '../../strokes.ts'

/** A trigger shifter from above: clamp, pod with a mark for each gear, and two levers. */
export const shifter: Family = (parameters) => {
  const clamp = readSize(parameters, 'clamp_mm', 22.2, 15, 40)
  const speeds = readCount(parameters, 'speeds_rear', 8, 2, 14)
  const r = clamp.value / 2
  const [cx, cy] = [20, r + 26]
  return {
    box: [-26, -r - 6, 102, 2 * r + 60],
    draw(pen) {
      const { level, u } = pen
      const band = rect('v', -8, -r - 3.5, 16, 2 * r + 7, 2) + rect('v', -5, -r - 6, 10, 4, 1)
      const thumb = path(
        'v',
        roundedOutline(
          [
            [cx, cy + 8],
            [cx + 26, cy + 12],
            [cx + 44, cy + 4],
            [cx + 50, cy + 12],
            [cx + 34, cy + 24],
            [cx + 4, cy + 26],
          ],
          6,
        ),
      )
      const release = path(
        'v',
        roundedOutline(
          [
            [cx + 10, cy - 12],
            [cx + 34, cy - 16],
            [cx + 44, cy - 20],
            [cx + 46, cy - 12],
            [cx + 34, cy - 4],
            [cx + 10, cy + 2],
          ],
          4,
        ),
      )
      const pod = path(
        'v',
        roundedOutline(
          [
            [-10, r + 3],
            [24, r + 4],
            [46, cy - 8],
            [44, cy + 12],
            [24, cy + 24],
            [-6, cy + 16],
            [-14, cy],
          ],
          10,
        ),
      )
      const barrel = rect('v', -16, cy - 5, 9, 10, 2)
      const body = barrel + thumb + release + pod + band
      if (level === 'icon') return body + circle('t', cx - 4, cy, 9)
      const mark = (i: number) => toRadians(-200 + (220 * i) / (speeds.value - 1))
      const dial =
        circle('v', cx - 4, cy, 15) +
        repeat(speeds.value, (i) =>
          path('t', d`M${polar(14, mark(i), cx - 4, cy)}L${polar(10.5, mark(i), cx - 4, cy)}`),
        ) +
        stroke('v', cx - 4, cy, ...polar(9, mark(speeds.value - 1), cx - 4, cy)) +
        circle('v', cx - 4, cy, 2)
      const bar = path('g', d`M-26 ${-r}H76M-26 ${r}H76`)
      const views =
        bar +
        body +
        dial +
        stroke('c', -26 - 6 * u, 0, 76 + 2 * u, 0) +
        pen.verticalDimension(-r, r, 76, 76, 76 + 28 * u, dimensionLabel(clamp, 'Ø'))
      if (level === 'card') return views
      return (
        views +
        pen.leader(
          ...polar(14, toRadians(160), cx - 4, cy),
          -26,
          cy + 26,
          dimensionLabel(speeds, '', ' GEARS'),
        )
      )
    },
  }
}
