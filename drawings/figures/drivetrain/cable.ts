import type { Family } from '../../figure.ts'
import { size, told } from '../../parameters.ts'
import {
  circle,
  crosshair,
  d,
  disc,
  path,
  pierced,
  polar,
  rect,
  stroke,
  times,
  turn,
} from '../../strokes.ts'

/** Length of cable that is drawn; the rest is broken off. */
const shown = 58

/** An inner cable: barrel, pear or cylinder head, twisted wire broken off, and its true length. */
export const cable: Family = (parameters) => {
  const wire = size(parameters, 'wire_diameter_mm', 1.5, 0.8, 4)
  const length = size(parameters, 'cable_length_mm', 1700, 100, 20_000)
  const headD = size(parameters, 'head_diameter_mm', 6, 2, 15)
  const headL = size(parameters, 'head_length_mm', 5, 2, 20)
  const [r, R] = [wire.value / 2, headD.value / 2]
  const barrel = headL.value < headD.value * 0.95
  const x0 = barrel ? headD.value : headL.value
  return {
    box: [0, -R - 3, shown, 2 * R + 6],
    icon: [0, -R, shown * 0.62, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const icon = level === 'icon'
      const end = icon ? shown * 0.62 : shown
      const thick = icon ? Math.max(r, 1.1) : r
      const head = barrel
        ? circle('v', R, 0, R) + circle('t', R, 0, R * 0.72)
        : headL.value > headD.value * 1.3
          ? path(
              'v',
              d`M${[R, -R]}Q${[x0 * 0.72, -R]} ${[x0, -thick - 0.5]}V${thick + 0.5}Q${[x0 * 0.72, R]} ${[R, R]}A${R} ${R} 0 0 1 ${[R, -R]}Z`,
            )
          : rect('v', 0, -R, x0, 2 * R, 0.5)
      const halves = icon
        ? strand(x0 - 1, end, thick)
        : strand(x0 - (barrel ? 0.2 : 0), 30, thick) + strand(36, end, thick)
      const body = halves + head
      if (icon) return body
      const views =
        body +
        breaks(30, thick, u) +
        breaks(36, thick, u) +
        stroke('c', -8 * u, 0, end + 8 * u, 0) +
        pen.across(0, end, R, r, R + 3 + pen.off, told(length))
      if (level === 'card') return views
      return (
        views +
        pen.note(22, -r, 24, -R - 3 - 24 * u, told(wire, 'Ø')) +
        (barrel
          ? pen.note(
              R + 1,
              -R + 0.4,
              R + 4,
              -R - 3 - 40 * u,
              told(headD, 'Ø', headL.known ? ` × ${headL.value}` : ''),
            )
          : pen.across(0, x0, -R, -r, -R - 3 - 20 * u, told(headL)) +
            pen.down(-R, R, 0, 0, -30 * u, told(headD, 'Ø')))
      )
    },
  }
}

/** A twisted wire between two places, by the slant of its strands. */
function strand(from: number, to: number, r: number): string {
  const n = Math.floor((to - from) / (r * 2.2))
  const slant = times(n, (i) => d`M${[from + r * 0.4 + i * r * 2.2, r]}l${r * 1.5} ${-2 * r}`)
  return rect('v', from, -r, to - from, 2 * r) + path('t', slant)
}

const breaks = (x: number, r: number, u: number) =>
  path('t', d`M${[x, -r - 5 * u]}q${5 * u} ${(r + 5 * u) / 2} 0 ${r + 5 * u}t0 ${r + 5 * u}`)

/** Outer housing: half section along it, and its end with liner and wires. */
export const housing: Family = (parameters) => {
  const outer = size(parameters, 'outside_diameter_mm', 5, 3, 12)
  const inner = size(parameters, 'inside_diameter_mm', outer.value * 0.45, 0.8, outer.value * 0.7)
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
        [-1, 1].map((s) => band(s, R, wires, long, 'x')).join('') +
        times(14, (i) =>
          [-1, 1]
            .map((s) =>
              circle(
                't',
                (long * (i + 0.5)) / 14,
                (s * (wires + liner)) / 2,
                (wires - liner) * 0.42,
              ),
            )
            .join(''),
        ) +
        path('t', d`M0 ${-liner}H${long}M0 ${liner}H${long}`) +
        path('v', d`M0 ${-r}H${long}M0 ${r}H${long}`)
      if (level === 'icon') return body
      const n = 18
      const end =
        pierced('x', disc(R, cx) + disc(wires, cx)) +
        circle('v', cx, 0, wires) +
        circle('t', cx, 0, liner) +
        times(n, (i) =>
          circle('t', ...polar((wires + liner) / 2, (i * turn) / n, cx), (wires - liner) * 0.42),
        ) +
        circle('p', cx, 0, r)
      const views =
        body +
        end +
        stroke('c', -8 * u, 0, long + 8 * u, 0) +
        crosshair(cx, 0, R + 8 * u) +
        pen.across(cx - R, cx + R, 0, 0, R + pen.off, told(outer, 'Ø'))
      if (level === 'card') return views
      return views + pen.down(-r, r, 0, 0, -30 * u, told(inner, 'Ø'))
    },
  }
}

/** A hatched wall above (s −1) or below (s 1) the axis. */
const band = (s: number, R: number, r: number, long: number, line: 'x') =>
  rect(line, 0, s < 0 ? -R : r, long, R - r)

/** A ferrule in section: seat of the housing, and the smaller bore for the cable. */
export const ferrule: Family = (parameters) => {
  const outer = size(parameters, 'outside_diameter_mm', 5.9, 3, 14)
  const seat = size(parameters, 'housing_diameter_mm', outer.value * 0.84, 2, outer.value - 0.3)
  const length = size(parameters, 'ferrule_length_mm', 11, 4, 40)
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
        stroke('c', -8 * u, 0, L + 8 * u, 0) +
        pen.down(-r, r, L, L, L + 30 * u, told(seat, 'Ø'))
      if (level === 'card') return views
      return (
        views +
        pen.across(0, L, R * 0.82, R, R + pen.off, told(length)) +
        pen.down(-R, R, floor, floor, -30 * u, told(outer, 'Ø'))
      )
    },
  }
}
