import type { Family } from '../../figure.ts'
import { dimensionLabel, readChoice, readSize } from '../../parameters.ts'
import { sector } from '../../shapes.ts'
import { circle, crosshair, d, path, repeat, toRadians } from '../../strokes.ts'

/** The tread blocks: number, relative height, gap, and shoulder angle in degrees. */
const treads = {
  slick: { blocks: 1, height: 0.035, gap: 0, shoulder: 38 },
  city: { blocks: 7, height: 0.09, gap: 0.14, shoulder: 52 },
  gravel: { blocks: 11, height: 0.1, gap: 0.4, shoulder: 66 },
  block: { blocks: 7, height: 0.17, gap: 0.46, shoulder: 70 },
} as const

/** A tyre in section with casing, beads and tread, on a rim in phantom lines. */
export const tyre: Family = (parameters) => {
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
        path('x', sector(r - wall * 0.2, top, first + i * arc, first + (i + 1 - tread.gap) * arc)),
      )
      const beads = [-1, 1].map((s) =>
        circle('x', s * (seat - 0.2), foot - 0.6, Math.max(1.5, wall * 0.8)),
      )
      const body = pattern + casing(r, wall, seat, foot) + beads.join('')
      const neighbour = rimOutline(seat, foot)
      if (level === 'icon') return body + neighbour.replace('class="g"', 'class="t"')
      const views =
        neighbour +
        body +
        crosshair(0, 0, top + 9 * u) +
        pen.horizontalDimension(
          -r,
          r,
          0,
          0,
          -top - (level === 'card' ? 16 : 26) * u,
          dimensionLabel(width),
        )
      if (level === 'card') return views
      return (
        views +
        circle('h', 0, 0, r - wall - 1.4) +
        pen.leader(seat, foot - 0.6, r + 24 * u, foot + 8, dimensionLabel(bead, 'BEAD Ø'))
      )
    },
  }
}

/** The casing: a ring that is open at the beads. */
function casing(r: number, wall: number, seat: number, foot: number): string {
  const inner = r - wall
  const outerFoot = Math.sqrt(r ** 2 - (seat + wall * 0.6) ** 2)
  return path(
    'x',
    d`M${[-seat - wall * 0.6, outerFoot]}A${r} ${r} 0 1 1 ${[seat + wall * 0.6, outerFoot]}L${[seat - wall * 0.4, foot]}A${inner} ${inner} 0 1 0 ${[-seat + wall * 0.4, foot]}Z`,
  )
}

const rimOutline = (seat: number, foot: number) => {
  const w = seat + 1
  return path(
    'g',
    d`M${[-w, foot - 4.5]}h-2.4v9q0 6 ${w * 0.7} 8h${w * 0.6 + 4.8}q${w * 0.7} -2 ${w * 0.7} -8v-9h-2.4v6h${-w * 0.6}l-2 2.500h${-(2 * w - w * 1.2 - 4)}l-2 -2.500h${-w * 0.6}Z`,
  )
}
