import type { FigureBuilder } from '../../dimension-pen.ts'
import { points, toRadians } from '../../geometry.ts'
import { formatNumber, labelOf, readChoice, readSize } from '../../parameters.ts'
import { revolvedBody, sectorData, thread } from '../../shapes.ts'
import {
  bothSides,
  circle,
  crosshair,
  d,
  line,
  path,
  rect,
  repeat,
  transform,
} from '../../svg-elements.ts'

/** The tread blocks: number, relative height, gap, and shoulder angle in degrees. */
const treads = {
  slick: { blocks: 1, height: 0.035, gap: 0, shoulder: 38 },
  city: { blocks: 7, height: 0.09, gap: 0.14, shoulder: 52 },
  gravel: { blocks: 11, height: 0.1, gap: 0.4, shoulder: 66 },
  block: { blocks: 7, height: 0.17, gap: 0.46, shoulder: 70 },
} as const

/** A tyre in section with casing, beads and tread, on a rim in phantom lines. */
export const tyre: FigureBuilder = (parameters) => {
  const width = readSize(parameters, 'width_mm', 37, 18, 130)
  const bead = readSize(parameters, 'bead_seat_mm', 622, 200, 700)
  const tread =
    treads[readChoice(parameters, 'tread', 'slick', 'city', 'gravel', 'block') ?? 'city']
  const r = width.value / 2
  const wall = Math.max(1.4, r * 0.085)
  const seat = Math.min(Math.max(width.value * 0.27, 8), 20, (r - wall) * 0.85)
  const foot = Math.sqrt((r - wall) ** 2 - seat ** 2)
  const top = r * (1 + tread.height)
  return {
    box: [-r, -top, 2 * r, top + foot + 12],
    draw(pen) {
      const { level, u } = pen
      const blocks = level === 'icon' ? Math.min(tread.blocks, 5) : tread.blocks
      const arc = toRadians(2 * tread.shoulder) / (blocks - tread.gap || 1)
      const first = -Math.PI / 2 - toRadians(tread.shoulder)
      const pattern = repeat(blocks, (i) =>
        path(
          'x',
          sectorData(r - wall * 0.2, top, first + i * arc, first + (i + 1 - tread.gap) * arc),
        ),
      )
      const beads = bothSides((s) =>
        circle('x', s * (seat - 0.2), foot - 0.6, Math.max(1.5, wall * 0.8)),
      )
      const body = pattern + casing(r, wall, seat, foot) + beads
      const neighbour = rimOutline(seat, foot)
      if (level === 'icon') return body + neighbour.replace('class="g"', 'class="t"')
      const views =
        neighbour +
        body +
        crosshair(0, 0, top + 9 * u) +
        pen.horizontalDimension(-r, r, 0, 0, -top - (level === 'card' ? 16 : 26) * u, width)
      if (level === 'card') return views
      return (
        views +
        circle('h', 0, 0, r - wall - 1.4) +
        pen.leader(seat, foot - 0.6, r + 24 * u, foot + 8, labelOf(bead, 'BEAD Ø'))
      )
    },
  }
}

/** The casing: a ring that is open at the beads. */
function casing(radius: number, wall: number, beadHalfWidth: number, beadY: number): string {
  const inner = radius - wall
  const outerFoot = Math.sqrt(radius ** 2 - (beadHalfWidth + wall * 0.6) ** 2)
  return path(
    'x',
    d`M${[-beadHalfWidth - wall * 0.6, outerFoot]}A${radius} ${radius} 0 1 1 ${[beadHalfWidth + wall * 0.6, outerFoot]}L${[beadHalfWidth - wall * 0.4, beadY]}A${inner} ${inner} 0 1 0 ${[-beadHalfWidth + wall * 0.4, beadY]}Z`,
  )
}

const rimOutline = (beadHalfWidth: number, beadY: number) => {
  const w = beadHalfWidth + 1
  return path(
    'g',
    d`M${[-w, beadY - 4.5]}h-2.4v9q0 6 ${w * 0.7} 8h${w * 0.6 + 4.8}q${w * 0.7} -2 ${w * 0.7} -8v-9h-2.4v6h${-w * 0.6}l-2 2.500h${-(2 * w - w * 1.2 - 4)}l-2 -2.500h${-w * 0.6}Z`,
  )
}

/** An inner tube from the front with its valve; on the sheet also its enlarged section. */
export const tube: FigureBuilder = (parameters) => {
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
        minWidth.isKnown && maxWidth.isKnown
          ? `${formatNumber(minWidth.value)}–${formatNumber(maxWidth.value)}`
          : ''
      const bed = pen.horizontalDimension(-r + 4, r - 4, 0, 0, R + pen.offset, labelOf(bead, 'Ø'))
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
        pen.horizontalDimension(cx - outer, cx + outer, 0, 0, outer + pen.offset, widths) +
        pen.verticalDimension(r - stem.value, r, 4, 4, 34 * u, stem)
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
export const tubelessValve: FigureBuilder = (parameters) => {
  const length = readSize(parameters, 'valve_length_mm', 44, 25, 120)
  const L = length.value
  return {
    box: [-7, -8, L + 11, 16],
    draw(pen) {
      const { level, u } = pen
      const stem = revolvedBody(
        points`
          0,3 ${L - 9},3 ${L - 8.4},2.6 ${L - 8},2.6 ${L - 8},2.1 ${L - 3},2.1 ${L - 3},1.2
          ${L},1.2
        `,
      )
      const foot = revolvedBody(points`-6,5.2 -5,6.2 -2.5,5.6 1,3.6`)
      const nut = revolvedBody(points`7,6.4 7.6,7 10.4,7 11,6.4`)
      const body = stem + foot + nut
      if (level === 'icon') return body
      return (
        body +
        thread(1, L - 9, 2.5) +
        [-0.6, -0.2, 0.2, 0.6].map((k) => line('t', 7, 7 * k, 11, 7 * k)).join('') +
        line('c', -6 - 9 * u, 0, L + 9 * u, 0) +
        pen.horizontalDimension(-6, L, 5.2, 1.2, 8 + pen.offset, length)
      )
    },
  }
}
