import type { Family } from '../../figure.ts'
import { formatNumber, readSize } from '../../parameters.ts'
import { roundedOutline } from '../../shapes.ts'
import { d, path, rect, stroke } from '../../strokes.ts'

/** A star nut in section inside the steerer, with bolt and top cap. */
export const starNut: Family = (parameters) => {
  const minBore = readSize(parameters, 'bore_min_mm', 22.2, 15, 40)
  const maxBore = readSize(parameters, 'bore_max_mm', minBore.value + 1, minBore.value, 45)
  const r = maxBore.value / 2
  return {
    box: [-r - 5, -36, 2 * r + 10, 54],
    icon: [-r - 5, -36, 2 * r + 10, 52],
    draw(pen) {
      const { level, u } = pen
      const cap = path(
        'x',
        roundedOutline([
          [-r - 5, -28, 2],
          [-r - 2, -33, 3],
          [-6, -33, 0.5],
          [-6, -29, 0.5],
          [6, -29, 0.5],
          [6, -33, 0.5],
          [r + 2, -33, 3],
          [r + 5, -28, 2],
          [r + 5, -26.5],
          [r - 1.5, -26.5],
          [r - 1.5, -24, 0.5],
          [-r + 1.5, -24, 0.5],
          [-r + 1.5, -26.5],
          [-r - 5, -26.5],
        ]),
      )
      const bolt =
        rect('v', -5, -36, 10, 6.5, 1) +
        rect('v', -3, -29.5, 6, 38) +
        path('t', d`M-2.4 -14V8M2.4 -14V8`)
      const core = [-1, 1]
        .map((s) =>
          path(
            'x',
            roundedOutline([
              [s * 3, -2],
              [s * 6, -2],
              [s * 6, 12],
              [s * 3, 12],
            ]),
          ),
        )
        .join('')
      const leaf = (y: number) =>
        [-1, 1]
          .map((s) =>
            path(
              'v',
              roundedOutline([
                [s * 6, y],
                [s * r, y - 5],
                [s * r, y - 3.6],
                [s * 6, y + 1.8],
              ]),
            ),
          )
          .join('')
      const body = cap + bolt + core + leaf(2) + leaf(9)
      if (level === 'icon') return body
      const tube = path('g', d`M${[-r, 18]}V-26H${-r - 3.2}V18M${[r, 18]}V-26H${r + 3.2}V18`)
      const known = minBore.known && maxBore.known
      return (
        tube +
        body +
        stroke('c', 0, -36 - 8 * u, 0, 18 + 8 * u) +
        pen.horizontalDimension(
          -r,
          r,
          18,
          18,
          18 + pen.dimensionOffset,
          known ? `Ø${formatNumber(minBore.value)}–${formatNumber(maxBore.value)}` : '',
        )
      )
    },
  }
}
