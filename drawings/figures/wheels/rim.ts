import type { Family } from '../../figure.ts'
import { dimensionLabel, readCount, readSize } from '../../parameters.ts'
import { type Corner, roundedOutline } from '../../shapes.ts'
import {
  circle,
  crosshair,
  pathWithHoles,
  polar,
  rect,
  repeat,
  stroke,
  TAU,
} from '../../strokes.ts'

/** A rim in section with the tyre side up; on the sheet also a small front view. */
export const rim: Family = (parameters) => {
  const inner = readSize(parameters, 'inner_width_mm', 19, 12, 100)
  const outer = readSize(
    parameters,
    'outer_width_mm',
    inner.value + 5.5,
    inner.value + 2,
    inner.value + 14,
  )
  const height = readSize(parameters, 'height_mm', 18, 12, 80)
  const bead = readSize(parameters, 'bead_seat_mm', 622, 250, 700)
  const erd = readSize(parameters, 'erd_mm', bead.value - 19, 200, 700)
  const holes = readCount(parameters, 'spoke_holes', 32, 8, 72)
  const valve = readSize(parameters, 'valve_hole_mm', 8.5, 5, 12)
  const [W, w, H] = [outer.value / 2, inner.value / 2, height.value]
  const R = Math.max(H, W) * 1.15
  const cx = W + R + Math.max(H, W)
  return {
    box: [-W, -1, 2 * W, H + 1],
    sheet: [-W, Math.min(-1, H / 2 - R), W + cx + R, Math.max(H + 1, 2 * R)],
    draw(pen) {
      const { level, u } = pen
      const section = pathWithHoles('x', contour(W, w, H) + chamber(W, w, H))
      if (level === 'icon') return section
      const hole = rect('h', -2.2, H - 2.2, 4.4, 2.2) + stroke('c', 0, -10 * u, 0, H + 10 * u)
      const width = pen.horizontalDimension(-w, w, 3, 3, -26 * u, dimensionLabel(inner))
      if (level === 'card') return section + hole + width
      return (
        section +
        hole +
        width +
        frontView(cx, H / 2, R, holes.value, valve.value) +
        crosshair(cx, H / 2, R + 8 * u) +
        pen.horizontalDimension(-W, W, 8, 8, H + pen.dimensionOffset, dimensionLabel(outer)) +
        pen.verticalDimension(0, H, -W, -W * 0.4, -W - 26 * u, dimensionLabel(height)) +
        pen.leader(w - 1, 6, W + 26 * u, -12 * u, dimensionLabel(bead, 'Ø')) +
        pen.leader(1.6, H - 1.8, W + 14 * u, H + 14 * u, dimensionLabel(erd, 'ERD ')) +
        pen.radialLeader(
          R - R * 0.06,
          -0.9,
          R * 0.06 + 22 * u,
          dimensionLabel(holes, '', ' HOLES'),
          cx,
          H / 2,
        )
      )
    },
  }
}

/** The outer contour: hooked flanges, bead seats, well and spoke bed. */
function contour(W: number, w: number, H: number): string {
  const half: Corner[] = [
    [w - 0.8, 0.4, 0.8],
    [w - 0.8, 1.8, 0.4],
    [w, 2.6, 0.4],
    [w, 6, 0.6],
    [w * 0.55, 6.2, 0.8],
    [w * 0.4, 8, 0.8],
  ]
  const outside: Corner[] = [
    [W - 0.4, 0, 0.8],
    [W, 2, 0.6],
    [W, Math.min(11, H * 0.6), 2.5],
    [W * 0.42, H, 3],
  ]
  return roundedOutline([
    ...mirrored(half),
    ...half.toReversed(),
    ...outside,
    ...mirrored(outside).toReversed(),
  ])
}

/** The hollow of a double wall. */
function chamber(W: number, w: number, H: number): string {
  const top = 9.6
  if (H - top < 3.5) return ''
  const half: Corner[] = [
    [w * 0.42, top, 0.8],
    [w * 0.62, top - 2, 0.8],
    [W - 2.4, top - 1.6, 1.5],
    [W - 2.2, Math.min(11, H * 0.6), 2],
    [W * 0.4, H - 1.9, 2],
  ]
  return roundedOutline([...half, ...mirrored(half).toReversed()])
}

const mirrored = (corners: readonly Corner[]): Corner[] => corners.map(([x, y, r]) => [-x, y, r])

/** The rim from the front, not to scale, with all spoke holes and the valve hole. */
function frontView(cx: number, cy: number, R: number, holes: number, valve: number): string {
  const at = (i: number) => polar(R * 0.94, ((i + 0.5) * TAU) / holes + Math.PI / 2, cx, cy)
  const bore = R * 0.018
  return (
    circle('v', cx, cy, R) +
    circle('p', cx, cy, R * 0.88) +
    repeat(holes, (i) => circle('p', ...at(i), bore)) +
    circle('p', ...polar(R * 0.94, Math.PI / 2, cx, cy), (bore * valve) / 4)
  )
}
