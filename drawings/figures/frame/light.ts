import type { Family } from '../../figure.ts'
import {
  dimensionLabel,
  formatNumber,
  type Parameters,
  readChoice,
  readSize,
} from '../../parameters.ts'
import type { Pen } from '../../pen.ts'
import { roundedOutline } from '../../shapes.ts'
import { circle, crosshair, d, path, rect, repeat, stroke } from '../../strokes.ts'

/** A headlight from the side with its beam, or a rear light from behind with its bolts. */
export const light: Family = (parameters) =>
  readChoice(parameters, 'position', 'rear') ? rearLight(parameters) : headlight(parameters)

function headlight(parameters: Parameters) {
  const lux = readSize(parameters, 'illuminance_lx', 40, 1, 500)
  const volts = readSize(parameters, 'input_v', 6, 1, 60)
  return {
    box: [-40, -30, 84, 74] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const housing = path(
        'v',
        d`M28 -26Q34 -26 34 -20V20Q34 26 28 26H12C-16 26 -36 16 -38 2C-38 -16 -14 -26 12 -26Z`,
      )
      const lens =
        rect('v', 30, -24, 8, 48, 3) +
        repeat(5, (i) => stroke('t', 30, -16 + i * 8, 38, -16 + i * 8))
      const bracket =
        path(
          'v',
          roundedOutline(
            [
              [-10, 22],
              [10, 22],
              [10, 34],
              [4, 44],
              [-4, 44],
              [-10, 34],
            ],
            4,
          ),
        ) + circle('p', 0, 37, 3)
      const body = bracket + housing + lens
      if (level === 'icon') return body
      const reflector =
        path('h', d`M28 -20C-4 -18 -16 -8 -18 0C-16 8 -4 18 28 20`) + circle('t', 6, -12, 3)
      const beam = path('g', d`M42 -14L62 -12M42 4L62 14`)
      const views =
        beam +
        body +
        reflector +
        stroke('c', -40 - 8 * u, 0, 62 + 8 * u, 0) +
        crosshair(0, 37, 5 + 5 * u) +
        pen.leader(52, -13, 58 + 4 * u, -30 - 4 * u, dimensionLabel(lux, '', ' LX'))
      if (level === 'card') return views
      return (
        views +
        pen.leader(-34, 12, -40 - 18 * u, 34, volts.known ? `${formatNumber(volts.value)} V` : '')
      )
    },
  }
}

function rearLight(parameters: Parameters) {
  const spacing = readSize(parameters, 'hole_spacing_mm', 80, 30, 120)
  const volts = readSize(parameters, 'input_v', 6, 1, 60)
  const s = spacing.value / 2
  const w = s + 14
  return {
    box: [-w, -22, 2 * w, 46] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const housing = path(
        'v',
        roundedOutline([
          [-w, -14, 8],
          [-w + 14, -22, 10],
          [w - 14, -22, 10],
          [w, -14, 8],
          [w, 12, 10],
          [w - 16, 22, 12],
          [-w + 16, 22, 12],
          [-w, 12, 10],
        ]),
      )
      const lens = path(
        'v',
        roundedOutline(
          [
            [-w + 8, -13],
            [w - 8, -13],
            [w - 10, 6],
            [-w + 10, 6],
          ],
          5,
        ),
      )
      const chips = repeat(3, (i) => circle('v', (i - 1) * 16, -4, 5))
      const reflector = repeat(level === 'icon' ? 5 : 11, (i, n = level === 'icon' ? 5 : 11) =>
        stroke(
          't',
          -w + 20 + ((2 * w - 40) * i) / (n - 1),
          9,
          -w + 20 + ((2 * w - 40) * i) / (n - 1),
          18,
        ),
      )
      const body = housing + lens + chips + reflector
      if (level === 'icon') return body
      const bolts = [-s, s]
        .map((x) => circle('h', x, 0, 2.6) + stroke('c', x, -10 - 6 * u, x, 10 + 6 * u))
        .join('')
      const views =
        body +
        bolts +
        stroke('c', 0, -22 - 8 * u, 0, 22 + 8 * u) +
        pen.horizontalDimension(-s, s, 10, 10, 22 + pen.dimensionOffset, dimensionLabel(spacing))
      if (level === 'card') return views
      return (
        views +
        pen.leader(8, -22, 24, -22 - 26 * u, volts.known ? `${formatNumber(volts.value)} V` : '')
      )
    },
  }
}
