import type { Family } from '../../figure.ts'
import { dimensionLabel, formatNumber, readSize } from '../../parameters.ts'
import { thread, turnedBody } from '../../shafts.ts'
import { circle, crosshair, rect, stroke, transform } from '../../strokes.ts'

/** An inner tube from the front with its valve; on the sheet also its enlarged section. */
export const tube: Family = (parameters) => {
  const bead = readSize(parameters, 'bead_seat_mm', 622, 200, 700)
  const minWidth = readSize(parameters, 'width_min_mm', 28, 15, 120)
  const maxWidth = readSize(parameters, 'width_max_mm', minWidth.value + 19, minWidth.value, 140)
  const stem = readSize(parameters, 'valve_length_mm', 40, 25, 120)
  const section = (minWidth.value + maxWidth.value) / 2
  const r = bead.value / 2 + 4
  const R = r + section
  const [cx, zoom] = [R * 1.75, 4]
  return {
    box: [-R, -R, 2 * R, 2 * R],
    sheet: [-R, -R, R + cx + maxWidth.value * zoom * 0.5, 2 * R],
    draw(pen) {
      const { level, u } = pen
      if (level === 'icon')
        return (
          circle('v', 0, 0, R) + circle('p', 0, 0, R * 0.74) + valve(R * 0.74, R * 0.42, R / 16)
        )
      const ring =
        circle('v', 0, 0, R) +
        circle('t', 0, 0, r + section * 0.35) +
        circle('p', 0, 0, r) +
        valve(r, stem.value, 4) +
        crosshair(0, 0, R + 9 * u)
      const widths =
        minWidth.known && maxWidth.known
          ? `${formatNumber(minWidth.value)}–${formatNumber(maxWidth.value)}`
          : ''
      const bed = pen.horizontalDimension(
        -r + 4,
        r - 4,
        0,
        0,
        R + pen.dimensionOffset,
        dimensionLabel(bead, 'Ø'),
      )
      if (level === 'card') return ring + bed
      const outer = (maxWidth.value / 2) * zoom
      const view =
        circle('v', 0, 0, outer) +
        circle('v', 0, 0, outer - 7) +
        circle('h', 0, 0, (minWidth.value / 2) * zoom) +
        circle('h', 0, 0, (minWidth.value / 2) * zoom - 7)
      return (
        ring +
        bed +
        transform(view, cx, 0) +
        crosshair(cx, 0, outer + 9 * u) +
        pen.horizontalDimension(cx - outer, cx + outer, 0, 0, outer + pen.dimensionOffset, widths) +
        pen.verticalDimension(r - stem.value, r, 4, 4, 34 * u, dimensionLabel(stem))
      )
    },
  }
}

/** The valve at the bottom of the ring, pointing to the centre. */
const valve = (r: number, length: number, half: number) =>
  rect('v', -half * 2.2, r - half, half * 4.4, half * 1.6, half * 0.6) +
  rect('v', -half, r - length, 2 * half, length, half * 0.5) +
  rect('v', -half * 0.5, r - length - half * 1.6, half, half * 1.6)

/** A tubeless valve: rubber foot, threaded stem, ring nut, core and cap. */
export const tubelessValve: Family = (parameters) => {
  const length = readSize(parameters, 'valve_length_mm', 44, 25, 120)
  const L = length.value
  return {
    box: [-7, -8, L + 11, 16],
    draw(pen) {
      const { level, u } = pen
      const stem = turnedBody([
        [0, 3],
        [L - 9, 3],
        [L - 8.4, 2.6],
        [L - 8, 2.6],
        [L - 8, 2.1],
        [L - 3, 2.1],
        [L - 3, 1.2],
        [L, 1.2],
      ])
      const foot = turnedBody([
        [-6, 5.2],
        [-5, 6.2],
        [-2.5, 5.6],
        [1, 3.6],
      ])
      const nut = turnedBody([
        [7, 6.4],
        [7.6, 7],
        [10.4, 7],
        [11, 6.4],
      ])
      const body = stem + foot + nut
      if (level === 'icon') return body
      return (
        body +
        thread(1, L - 9, 2.5) +
        [-0.6, -0.2, 0.2, 0.6].map((k) => stroke('t', 7, 7 * k, 11, 7 * k)).join('') +
        stroke('c', -6 - 9 * u, 0, L + 9 * u, 0) +
        pen.horizontalDimension(-6, L, 5.2, 1.2, 8 + pen.dimensionOffset, dimensionLabel(length))
      )
    },
  }
}
