import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize } from '../../parameters.ts'
import { roundedOutline } from '../../shapes.ts'
import { circle, crosshair, d, path, polar, rect, repeat, stroke } from '../../strokes.ts'

/** Radius of the handlebar under a grip. */
const bar = 11.1

/** A grip from the side and from its end. */
export const grip: Family = (parameters) => {
  const length = readSize(parameters, 'grip_length_mm', 130, 60, 200)
  const outer = readSize(parameters, 'outside_diameter_mm', 32, 25, 60)
  const [L, R] = [length.value, outer.value / 2]
  const cx = L + R * 2
  return {
    box: [0, -R - 3, cx + R, 2 * R + 6],
    icon: [0, -R - 3, L, 2 * R + 6],
    draw(pen) {
      const { level, u } = pen
      const body =
        path(
          'v',
          roundedOutline(
            [
              [4, -R + 2],
              [16, -R],
              [L * 0.5, -R + 1.4, 30],
              [L - 8, -R, 8],
              [L, -R + 4, 3],
              [L, R - 4, 3],
              [L - 8, R, 8],
              [L * 0.5, R - 1.4, 30],
              [16, R],
              [4, R - 2],
            ],
            4,
          ),
        ) +
        rect('v', 0, -R - 2, 10, 2 * R + 4, 2) +
        rect('v', 3, R - 1, 4, 4, 0.8)
      const n = level === 'icon' ? 6 : 14
      const ribs = repeat(n, (i) =>
        stroke(
          't',
          20 + ((L - 40) * i) / (n - 1),
          -R * 0.62,
          20 + ((L - 40) * i) / (n - 1),
          R * 0.62,
        ),
      )
      if (level === 'icon') return body + ribs
      const end = circle('v', cx, 0, R) + circle('t', cx, 0, R - 2) + circle('p', cx, 0, bar)
      const views =
        body +
        ribs +
        path('h', d`M0 ${-bar}H${L - 4}V${bar}H0`) +
        end +
        stroke('c', -8 * u, 0, L + 8 * u, 0) +
        crosshair(cx, 0, R + 8 * u) +
        pen.horizontalDimension(
          0,
          L,
          R + 2,
          R - 4,
          R + 3 + pen.dimensionOffset,
          dimensionLabel(length),
        )
      if (level === 'card') return views
      return (
        views +
        pen.horizontalDimension(
          cx - R,
          cx + R,
          0,
          0,
          R + 3 + pen.dimensionOffset,
          dimensionLabel(outer, 'Ø'),
        )
      )
    },
  }
}

/** Bar tape: the roll from its end as a spiral, and from the side with the plug. */
export const barTape: Family = (parameters) => {
  const width = readSize(parameters, 'tape_width_mm', 30, 15, 60)
  const thick = readSize(parameters, 'thickness_mm', 3, 1, 8)
  const turns = 6
  const [core, step] = [8, thick.value]
  const R = core + turns * step
  const x = R + 16
  return {
    box: [-R, -R, R + x + width.value + 22, 2 * R],
    icon: [-R, -R, 2.4 * R, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const tail = level === 'icon' ? R * 1.4 : R * 0.4
      const roll =
        circle('v', 0, 0, R) + path('t', spiral(core, step, turns)) + circle('p', 0, 0, core)
      if (level === 'icon') return path('v', d`M0 ${R}H${tail}V${R - step}H0Z`) + roll
      const side =
        rect('v', x, -R, width.value, 2 * R, 1.5) +
        repeat(
          4,
          (i) =>
            circle('t', x + (width.value * (i + 0.5)) / 4, -R * 0.4, 0.9) +
            circle('t', x + (width.value * (i + 0.5)) / 4, R * 0.4, 0.9),
        ) +
        stroke('t', x, R - step, x + width.value, R - step)
      const plug =
        rect('v', x + width.value + 12, -bar - 1, 3, 2 * bar + 2, 1.4) +
        rect('v', x + width.value + 15, -bar + 2, 7, 2 * bar - 4, 1)
      const views =
        roll +
        side +
        plug +
        crosshair(0, 0, R + 8 * u) +
        stroke('c', x - 8 * u, 0, x + width.value + 22 + 8 * u, 0) +
        pen.horizontalDimension(
          x,
          x + width.value,
          R,
          R,
          R + pen.dimensionOffset,
          dimensionLabel(width),
        )
      if (level === 'card') return views
      return (
        views +
        pen.leader(
          ...polar(R - step / 2, -2.2),
          -R - 10 * u,
          -R - 6 * u,
          dimensionLabel(thick, '', ' THICK'),
        )
      )
    },
  }
}

/** Path data of a spiral of half circles, from the core outwards. */
const spiral = (core: number, step: number, turns: number): string =>
  d`M${[core, 0]}` +
  repeat(turns * 2, (i) => {
    const r = core + ((i + 1) * step) / 2
    const radius = r - step / 4
    return d`A${radius} ${radius} 0 0 1 ${[i % 2 ? r : -r, 0]}`
  })
