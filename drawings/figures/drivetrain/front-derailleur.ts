import type { Family } from '../../figure.ts'
import { dimensionLabel, readCount, readSize } from '../../parameters.ts'
import { arm, sector } from '../../shapes.ts'
import { tipRadius } from '../../sprocket.ts'
import { circle, d, path, polar, rect, stroke, toRadians } from '../../strokes.ts'

/** A front derailleur from the chain side, with cage, link and clamp band. */
export const frontDerailleur: Family = (parameters) => {
  const teeth = readCount(parameters, 'outer_ring_teeth', 48, 22, 60)
  const band = readSize(parameters, 'band_mm', 34.9, 25, 45)
  const R = tipRadius(teeth.value) + 2
  const [from, to] = [toRadians(-122), toRadians(-58)]
  const r = band.value / 2
  const top = R + 62
  const [left, right] = [polar(R, from)[0] - 8, polar(R, to)[0] + 4]
  return {
    box: [left, -top - 10, Math.max(right, r + 8) - left, top + 10 - R * 0.7],
    draw(pen) {
      const { level, u } = pen
      const inner = path('v', sector(R - 14, R + 14, from - 0.05, to - 0.12))
      const outer =
        path('v', sector(R - 10, R + 10, from, to)) +
        path(
          't',
          d`M${polar(R + 5, from + 0.05)}A${R + 5} ${R + 5} 0 0 1 ${polar(R + 5, to - 0.05)}`,
        )
      const tail = path('v', sector(R - 8, R + 8, from - 0.02, from + 0.07))
      const link =
        path('v', arm([8, -R - 14], 9, [2, -R - 44], 9)) +
        circle('v', 8, -R - 12, 4) +
        circle('v', 2, -R - 44, 4)
      const clamp =
        rect('v', -r - 4, -top + 4, 2 * r + 8, 18, 2) +
        rect('v', r + 4, -top + 7, 9, 12, 1) +
        stroke('t', r + 4, -top + 13, r + 13, -top + 13)
      const lever =
        path('v', arm([-2, -R - 32], 5, [-18, -R - 24], 4)) + circle('p', -18, -R - 24, 1.6)
      const body = inner + outer + tail + lever + link + clamp
      if (level === 'icon') return body
      const tube = path('g', d`M${[-r, -top - 10]}V${-R - 20}M${[r, -top - 10]}V${-R - 20}`)
      const ring = path(
        'g',
        d`M${polar(R - 2, from - 0.16)}A${R - 2} ${R - 2} 0 0 1 ${polar(R - 2, to + 0.16)}`,
      )
      const views =
        tube +
        ring +
        body +
        stroke('c', 0, -top - 10 - 6 * u, 0, -R - 20) +
        pen.horizontalDimension(
          -r,
          r,
          -top - 10,
          -top - 10,
          -top - 10 - 20 * u,
          dimensionLabel(band, 'Ø'),
        )
      if (level === 'card') return views
      return views + pen.radialLeader(R - 2, to + 0.13, -34 * u, dimensionLabel(teeth, '', 'T'))
    },
  }
}
