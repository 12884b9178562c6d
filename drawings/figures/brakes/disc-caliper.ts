import type { Family } from '../../figure.ts'
import { dimensionLabel, readCount, readSize } from '../../parameters.ts'
import { arm, hexagon, roundedOutline } from '../../shapes.ts'
import { circle, d, path, polygon, rect, repeat, stroke } from '../../strokes.ts'

/** A post mount disc caliper from the side, with the rotor in phantom lines. */
export const discCaliper: Family = (parameters) => {
  const spacing = readSize(parameters, 'bolt_spacing_mm', 74, 50, 90)
  const pistons = readCount(parameters, 'pistons', 1, 1, 6)
  const s = spacing.value / 2
  return {
    box: [-s - 9, -44, 2 * s + 18, 74],
    draw(pen) {
      const { level, u } = pen
      const ears = path(
        'v',
        roundedOutline(
          [
            [-s - 9, -7],
            [-s + 12, -8],
            [s - 12, -8],
            [s + 9, -7],
            [s + 9, 7],
            [s - 12, 9],
            [-s + 12, 9],
            [-s - 9, 7],
          ],
          5,
        ),
      )
      const block = path(
        'v',
        roundedOutline(
          [
            [-24, -20],
            [20, -24],
            [26, -8],
            [26, 20],
            [14, 30],
            [-16, 30],
            [-26, 18],
            [-27, -6],
          ],
          8,
        ),
      )
      const slots = [-1, 1]
        .map((k) => path('p', arm([k * s - 2.4, 0], 3.2, [k * s + 2.4, 0])))
        .join('')
      const bolts = [-1, 1]
        .map((k) => circle('v', k * s, 0, 4.6) + polygon('t', hexagon(5, k * s, 0)))
        .join('')
      const lever =
        path('v', arm([0, 2], 12, [-26, -34], 6)) +
        circle('v', -26, -34, 3.2) +
        circle('v', 0, 2, 8) +
        polygon('p', hexagon(6, 0, 2))
      const stop = path('v', arm([24, -22], 6, [12, -6], 8)) + rect('v', 20, -40, 8, 14, 2)
      const body = ears + slots + bolts + block + stop + lever
      if (level === 'icon') return body
      const bores = repeat(pistons.value, (i) =>
        circle('h', (i - (pistons.value - 1) / 2) * 24, 14, pistons.value > 1 ? 10.5 : 13),
      )
      const rotor = path('g', d`M${[-s - 9, 34]}Q0 6 ${[s + 9, 34]}`)
      const views =
        rotor +
        body +
        bores +
        centre(-s, 9 + 7 * u) +
        centre(s, 9 + 7 * u) +
        pen.horizontalDimension(-s, s, 5, 5, 30 + pen.dimensionOffset, dimensionLabel(spacing))
      if (level === 'card') return views
      return (
        views +
        pen.leader(
          11,
          20,
          s + 12,
          24,
          dimensionLabel(pistons, '', pistons.value > 1 ? ' PISTONS' : ' PISTON'),
        )
      )
    },
  }
}

/** An adapter for a larger rotor: frame bolts below, caliper bolts above and offset. */
export const discAdapter: Family = (parameters) => {
  const spacing = readSize(parameters, 'bolt_spacing_mm', 74, 50, 90)
  const lift = readSize(parameters, 'lift_mm', 10, 4, 40)
  const s = spacing.value / 2
  const h = lift.value
  const [shift, foot] = [7, 8]
  return {
    box: [-s - 10, -h - 2, 2 * s + 20 + shift, h + foot + 2],
    draw(pen) {
      const { level, u } = pen
      const outline = roundedOutline(
        [
          [-s - 10, foot],
          [-s - 10, -h + 6],
          [-s - 4, -h],
          [-s + shift + 10, -h],
          [-s + shift + 18, 0],
          [s - 14, 0],
          [s - 6, -h],
          [s + shift + 8, -h],
          [s + shift + 8, foot],
        ],
        2.5,
      )
      const body = path('v', outline)
      const through = [-s, s].map((x) => rect('h', x - 3.2, -h, 6.4, h + foot)).join('')
      const threads = [-s + shift, s + shift - 1]
        .map((x) => path('t', d`M${[x - 2.4, -h]}v${h + 2}M${[x + 2.4, -h]}v${h + 2}`))
        .join('')
      if (level === 'icon') return body + threads
      const centres = [-s, s].map((x) => stroke('c', x, -h - 8 * u, x, foot + 8 * u)).join('')
      const views =
        body +
        through +
        centres +
        pen.horizontalDimension(
          -s,
          s,
          foot,
          foot,
          foot + pen.dimensionOffset,
          dimensionLabel(spacing),
        )
      if (level === 'card') return views
      return (
        views +
        pen.verticalDimension(
          -h,
          0,
          -s - 4,
          -s + shift + 18,
          -s - 10 - 26 * u,
          dimensionLabel(lift),
        )
      )
    },
  }
}

const centre = (x: number, reach: number) =>
  path('c', d`M${[x - reach, 0]}H${x + reach}M${[x, -reach]}V${reach}`)
