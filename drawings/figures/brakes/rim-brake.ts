import type { Family } from '../../figure.ts'
import { dimensionLabel, formatNumber, hasNumber, readSize, type Size } from '../../parameters.ts'
import type { Pen } from '../../pen.ts'
import { arm, pipe, roundedOutline } from '../../shapes.ts'
import { circle, crosshair, d, path, rect, stroke } from '../../strokes.ts'

/** A rim brake from the front: linear-pull arms, or a side-pull caliper if its reach is known. */
export const rimBrake: Family = (parameters) => {
  if (hasNumber(parameters, 'reach_max_mm')) {
    const longest = readSize(parameters, 'reach_max_mm', 57, 35, 90)
    const shortest = readSize(parameters, 'reach_min_mm', longest.value - 10, 30, longest.value)
    return sidePull(shortest, longest)
  }
  return linearPull(readSize(parameters, 'arm_length_mm', 102, 70, 140))
}

/** Half the distance between the pivots on the fork. */
const pivots = 40

function linearPull(length: Size) {
  const L = length.value
  return {
    box: [-pivots - 14, -L - 14, 2 * pivots + 28, L + 26] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const pair = mirrored(
        path('v', arm([pivots, 0], 9, [pivots - 5, -L], 5)) +
          circle('v', pivots, 0, 5.5) +
          circle('t', pivots, 0, 2.6) +
          circle('p', pivots - 5, -L, 2) +
          shoe(-L * 0.3),
      )
      const noodle = pipe(d`M${[-pivots + 6, -L]}H-16Q0 ${-L} 0 ${-L - 11}`, 4, pen)
      const wire = stroke('v', -14, -L, pivots - 9, -L)
      const bellows = path(
        'v',
        roundedOutline(
          [
            [-8, -L - 3.5],
            [16, -L - 2.4],
            [16, 2.4 - L],
            [-8, 3.5 - L],
          ],
          2,
        ),
      )
      const body = pair + wire + noodle + bellows
      if (level === 'icon') return body
      const wheel =
        rect('g', -11, -L * 0.3 - 7, 22, 14, 3) +
        path(
          'g',
          d`M-10 ${-L * 0.3 - 7}C-26 ${-L * 0.3 - 34} -22 ${-L * 0.3 - 52} 0 ${-L * 0.3 - 52}S26 ${-L * 0.3 - 34} 10 ${-L * 0.3 - 7}`,
        )
      const views =
        wheel +
        body +
        stroke('c', 0, -L - 14 - 6 * u, 0, 12 + 6 * u) +
        crosshair(-pivots, 0, 9 + 7 * u) +
        crosshair(pivots, 0, 9 + 7 * u) +
        pen.verticalDimension(
          -L,
          0,
          pivots,
          pivots + 9,
          pivots + 9 + pen.dimensionOffset,
          dimensionLabel(length),
        )
      return views
    },
  }
}

/** A shoe with its post. */
const shoe = (y: number) =>
  rect('v', 19, y - 3, 24, 6) +
  rect('v', 26, y - 6.5, 5, 13, 1) +
  rect('v', 44, y - 5, 4, 10, 1) +
  path(
    'x',
    roundedOutline(
      [
        [12, y - 7],
        [18, y - 5.5],
        [18, y + 5.5],
        [12, y + 7],
      ],
      1.5,
    ),
  )

function sidePull(shortest: Size, longest: Size) {
  const reach = (shortest.value + longest.value) / 2
  return {
    box: [-44, -22, 88, longest.value + 32] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const left = path(
        'v',
        roundedOutline(
          [
            [-8, -9],
            [8, -9],
            [16, -4],
            [8, 9],
            [-14, 12],
            [-26, 26],
            [-23, longest.value + 6],
            [-33, longest.value + 6],
            [-38, 24],
            [-26, 2],
          ],
          7,
        ),
      )
      const right = path(
        'v',
        roundedOutline(
          [
            [-4, -8],
            [20, -14],
            [34, -16],
            [40, -10],
            [36, 4],
            [38, 24],
            [33, longest.value + 6],
            [23, longest.value + 6],
            [27, 26],
            [20, 10],
            [2, 8],
          ],
          6,
        ),
      )
      const ends = [-1, 1]
        .map((s) =>
          rect(
            'p',
            s * 28 - 2.6,
            shortest.value - 2.6,
            5.2,
            longest.value - shortest.value + 5.2,
            2.6,
          ),
        )
        .join('')
      const pads = mirrored(
        rect('v', 17, reach - 2.6, 16, 5.2) +
          path(
            'x',
            roundedOutline(
              [
                [10, reach - 6],
                [17, reach - 5],
                [17, reach + 5],
                [10, reach + 6],
              ],
              1.5,
            ),
          ) +
          rect('v', 33, reach - 4.5, 5, 9, 1),
      )
      const body =
        right +
        left +
        ends +
        pads +
        circle('v', 0, 0, 6.5) +
        circle('t', 0, 0, 3.4) +
        circle('v', 27, 0, 3.4) +
        rect('v', 33, -22, 6, 12, 1.5)
      if (level === 'icon') return body
      const label =
        shortest.known && longest.known
          ? `${formatNumber(shortest.value)}–${formatNumber(longest.value)}`
          : ''
      return (
        path(
          'g',
          d`M-10 ${reach + 7}V${reach - 7}H10V${reach + 7}M-9 ${reach - 7}C-18 ${reach - 22} -14 ${reach - 32} 0 ${reach - 32}S18 ${reach - 22} 9 ${reach - 7}`,
        ) +
        body +
        crosshair(0, 0, 8 + 8 * u) +
        stroke('c', 0, 8, 0, longest.value + 10 + 6 * u) +
        pen.verticalDimension(0, reach, -8, -38, -44 - 22 * u, label)
      )
    },
  }
}

const mirrored = (shapes: string) => `${shapes}<g transform="scale(-1 1)">${shapes}</g>`
