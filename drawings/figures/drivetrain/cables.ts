import type { FigureBuilder } from '../../dimension-pen.ts'
import { polar, TAU } from '../../geometry.ts'
import { labelOf, readSize } from '../../parameters.ts'
import {
  bothSides,
  circle,
  circleData,
  crosshair,
  d,
  line,
  path,
  pathWithHoles,
  rect,
  repeat,
} from '../../svg-elements.ts'

/** Drawn length of cable. The rest is broken off. */
const drawnLength = 58

/** An inner cable with barrel, pear or cylinder head. The wire is broken, the dimension shows its true length. */
export const cable: FigureBuilder = (parameters) => {
  const wire = readSize(parameters, 'wire_diameter_mm', 1.5, 0.8, 4)
  const length = readSize(parameters, 'cable_length_mm', 1700, 100, 20_000)
  const headD = readSize(parameters, 'head_diameter_mm', 6, 2, 15)
  const headL = readSize(parameters, 'head_length_mm', 5, 2, 20)
  const [r, R] = [wire.value / 2, headD.value / 2]
  const isBarrel = headL.value < headD.value * 0.95
  const x0 = isBarrel ? headD.value : headL.value
  return {
    box: [0, -R - 3, drawnLength, 2 * R + 6],
    icon: [0, -R, drawnLength * 0.62, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const isIcon = level === 'icon'
      const end = isIcon ? drawnLength * 0.62 : drawnLength
      const radius = isIcon ? Math.max(r, 1.1) : r
      const head = isBarrel
        ? circle('v', R, 0, R) + circle('t', R, 0, R * 0.72)
        : headL.value > headD.value * 1.3
          ? path(
              'v',
              d`M${[R, -R]}Q${[x0 * 0.72, -R]} ${[x0, -radius - 0.5]}V${radius + 0.5}Q${[x0 * 0.72, R]} ${[R, R]}A${R} ${R} 0 0 1 ${[R, -R]}Z`,
            )
          : rect('v', 0, -R, x0, 2 * R, 0.5)
      const halves = isIcon
        ? strand(x0 - 1, end, radius)
        : strand(x0 - (isBarrel ? 0.2 : 0), 30, radius) + strand(36, end, radius)
      const body = halves + head
      if (isIcon) return body
      const views =
        body +
        breakLines(30, radius, u) +
        breakLines(36, radius, u) +
        line('c', -8 * u, 0, end + 8 * u, 0) +
        pen.horizontalDimension(0, end, R, r, R + 3 + pen.offset, length)
      if (level === 'card') return views
      return (
        views +
        pen.leader(22, -r, 24, -R - 3 - 24 * u, labelOf(wire, 'Ø')) +
        (isBarrel
          ? pen.leader(
              R + 1,
              -R + 0.4,
              R + 4,
              -R - 3 - 40 * u,
              labelOf(headD, 'Ø', labelOf(headL, ' × ')),
            )
          : pen.horizontalDimension(0, x0, -R, -r, -R - 3 - 20 * u, headL) +
            pen.verticalDimension(-R, R, 0, 0, -30 * u, labelOf(headD, 'Ø')))
      )
    },
  }
}

/** A twisted wire between two positions, with slanted strands. */
function strand(from: number, to: number, r: number): string {
  const n = Math.floor((to - from) / (r * 2.2))
  const slant = repeat(n, (i) => d`M${[from + r * 0.4 + i * r * 2.2, r]}l${r * 1.5} ${-2 * r}`)
  return rect('v', from, -r, to - from, 2 * r) + path('t', slant)
}

const breakLines = (x: number, r: number, u: number) =>
  path('t', d`M${[x, -r - 5 * u]}q${5 * u} ${(r + 5 * u) / 2} 0 ${r + 5 * u}t0 ${r + 5 * u}`)

/** Outer housing in section, and its end with liner and wires. */
export const housing: FigureBuilder = (parameters) => {
  const outer = readSize(parameters, 'outside_diameter_mm', 5, 3, 12)
  const inner = readSize(
    parameters,
    'inside_diameter_mm',
    outer.value * 0.45,
    0.8,
    outer.value * 0.7,
  )
  const [R, r] = [outer.value / 2, inner.value / 2]
  const wires = R - (R - r) * 0.35
  const liner = r + (R - r) * 0.2
  const long = outer.value * 3
  const cx = long + R * 2.4
  return {
    box: [0, -R, cx + R, 2 * R],
    icon: [0, -R, long, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const body =
        rect('v', 0, -R, long, 2 * R) +
        bothSides((s) => rect('x', 0, s < 0 ? -R : wires, long, R - wires)) +
        repeat(14, (i) =>
          bothSides((s) =>
            circle('t', (long * (i + 0.5)) / 14, (s * (wires + liner)) / 2, (wires - liner) * 0.42),
          ),
        ) +
        path('t', d`M0 ${-liner}H${long}M0 ${liner}H${long}`) +
        path('v', d`M0 ${-r}H${long}M0 ${r}H${long}`)
      if (level === 'icon') return body
      const n = 18
      const end =
        pathWithHoles('x', circleData(R, cx) + circleData(wires, cx)) +
        circle('v', cx, 0, wires) +
        circle('t', cx, 0, liner) +
        repeat(n, (i) =>
          circle('t', ...polar((wires + liner) / 2, (i * TAU) / n, cx), (wires - liner) * 0.42),
        ) +
        circle('p', cx, 0, r)
      const views =
        body +
        end +
        line('c', -8 * u, 0, long + 8 * u, 0) +
        crosshair(cx, 0, R + 8 * u) +
        pen.horizontalDimension(cx - R, cx + R, 0, 0, R + pen.offset, labelOf(outer, 'Ø'))
      if (level === 'card') return views
      return views + pen.verticalDimension(-r, r, 0, 0, -30 * u, labelOf(inner, 'Ø'))
    },
  }
}

/** A ferrule in section, with the housing seat and the smaller bore for the cable. */
export const ferrule: FigureBuilder = (parameters) => {
  const outer = readSize(parameters, 'outside_diameter_mm', 5.9, 3, 14)
  const seat = readSize(parameters, 'housing_diameter_mm', outer.value * 0.84, 2, outer.value - 0.3)
  const length = readSize(parameters, 'ferrule_length_mm', 11, 4, 40)
  const [R, r, L] = [outer.value / 2, seat.value / 2, length.value]
  const hole = Math.min(1.1, r * 0.5)
  const floor = L * 0.22
  return {
    box: [0, -R * 1.15, L, R * 2.3],
    draw(pen) {
      const { level, u } = pen
      const wall = (s: number) =>
        path(
          'x',
          d`M0 ${s * hole}H${floor}V${s * r}H${L}V${s * R}H${floor * 0.5}L0 ${s * R * 0.82}Z`,
        )
      const behind = rect('v', 0, -hole, floor, 2 * hole) + rect('v', floor, -r, L - floor, 2 * r)
      const body = behind + wall(-1) + wall(1)
      if (level === 'icon') return body
      const views =
        body +
        line('c', -8 * u, 0, L + 8 * u, 0) +
        pen.verticalDimension(-r, r, L, L, L + 30 * u, labelOf(seat, 'Ø'))
      if (level === 'card') return views
      return (
        views +
        pen.horizontalDimension(0, L, R * 0.82, R, R + pen.offset, length) +
        pen.verticalDimension(-R, R, floor, floor, -30 * u, labelOf(outer, 'Ø'))
      )
    },
  }
}
