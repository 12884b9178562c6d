import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize, type Size } from '../../parameters.ts'
import type { Pen } from '../../pen.ts'
import { thread, turnedBody } from '../../shafts.ts'
import { arm, roundedOutline } from '../../shapes.ts'
import { circle, d, path, rect, repeat, stroke } from '../../strokes.ts'

/** Quick-release skewers, front above rear, with the dropouts in phantom lines. */
export const skewer: Family = (parameters) => {
  const rod = readSize(parameters, 'rod_diameter_mm', 5, 3, 10)
  const front = readSize(parameters, 'front_old_mm', 100, 60, 160)
  const rear = readSize(parameters, 'rear_old_mm', 135, 80, 200)
  const half = Math.max(front.value, rear.value) / 2
  return {
    box: [-half - 26, -62, 2 * half + 58, 124],
    icon: [-52, -14, 108, 46],
    draw(pen) {
      if (pen.level === 'icon') return single(20, 6, pen)
      const [y1, y2] = [-34, 22]
      const rows =
        `<g transform="translate(0 ${y1})">${single(front.value / 2, rod.value, pen)}</g>` +
        `<g transform="translate(0 ${y2})">${single(rear.value / 2, rod.value, pen)}</g>`
      const below = (y: number, old: Size) =>
        pen.horizontalDimension(
          -old.value / 2,
          old.value / 2,
          y + 12,
          y + 12,
          y + 16 + 18 * pen.u,
          dimensionLabel(old),
        )
      if (pen.level === 'card') return rows + below(y2, rear)
      return (
        rows +
        below(y1, front) +
        below(y2, rear) +
        pen.leader(-12, y1 - rod.value / 2, 2, y1 - 34 * pen.u, dimensionLabel(rod, 'Ø'))
      )
    },
  }
}

/** One skewer: nut left, cam and lever right. */
function single(half: number, rod: number, { level, u }: Pen): string {
  const r = rod / 2
  const shaft = rect('v', -half - 22, -r, 2 * half + 36, 2 * r)
  const nut = turnedBody([
    [-half - 20, 6],
    [-half - 18, 8],
    [-half - 10, 9],
    [-half - 7, 9],
    [-half - 7, 6],
    [-half - 5, 6],
  ])
  const cam =
    rect('v', half + 5, -9, 7, 18, 1.5) +
    path(
      'v',
      roundedOutline(
        [
          [half + 12, -8],
          [half + 24, -8],
          [half + 26, 8],
          [half + 12, 8],
        ],
        3,
      ),
    )
  const lever =
    path('v', arm([half + 19, 0], 6.5, [half + 12, level === 'icon' ? 26 : 28], 4)) +
    circle('t', half + 19, 0, 3)
  if (level === 'icon') return shaft + nut + cam + lever
  const spring = (from: number, s: number) =>
    path(
      't',
      repeat(
        5,
        (i) =>
          d`M${[from + s * i * 2.6, -7 + i * 0.9]}L${[from + s * (i * 2.6 + 1.3), 7 - i * 0.9]}`,
      ),
    )
  const faces = path('g', d`M${[-half, -14]}V14M${[half, -14]}V14`)
  return (
    faces +
    shaft +
    thread(-half - 22, -half + 6, r * 0.8) +
    nut +
    cam +
    lever +
    spring(-half + 3, 1) +
    spring(half - 3, -1) +
    stroke('c', -half - 26 - 8 * u, 0, half + 32 + 4 * u, 0)
  )
}
