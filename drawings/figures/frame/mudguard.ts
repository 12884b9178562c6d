import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize } from '../../parameters.ts'
import { sector } from '../../shapes.ts'
import { circle, crosshair, d, path, polar, rect, stroke, toRadians } from '../../strokes.ts'

/** Scale of the section relative to the wheel. */
const zoom = 4

/** A mudguard with stays around a wheel in phantom lines, and its enlarged section. */
export const mudguard: Family = (parameters) => {
  const bead = readSize(parameters, 'bead_seat_mm', 622, 200, 700)
  const width = readSize(parameters, 'mudguard_width_mm', 45, 20, 120)
  const widest = readSize(parameters, 'tyre_width_max_mm', width.value - 8, 15, 120)
  const tyre = bead.value / 2 + widest.value
  const R = tyre + 14
  const [from, to] = [toRadians(-200), toRadians(-20)]
  const w = (width.value * zoom) / 2
  const cx = R + 50 + w
  const foot = tyre
  return {
    box: [-R - 10, -R - 10, R + 10 + cx + w, R + foot + 10],
    icon: [-R - 34, -R - 34, 2 * R + 68, 1.4 * R + 68],
    draw(pen) {
      const { level, u } = pen
      const thick = level === 'icon' ? 34 : 9
      const blade = path('v', sector(R, R + thick, from, to))
      const stay = (a: number) => {
        const [x, y] = polar(R, toRadians(a))
        return stroke('v', 0, 0, x, y) + stroke('v', 8, 6, x + 4, y + 6)
      }
      const stays = stay(-185) + stay(-155) + circle('v', 0, 0, level === 'icon' ? 24 : 9)
      if (level === 'icon') return stay(-185) + stay(-150) + blade + circle('v', 0, 0, 24)
      const bridge = rect('v', -8, -R - 4, 16, 9, 2)
      const wheel = circle('g', 0, 0, tyre)
      const views =
        wheel +
        stays +
        blade +
        bridge +
        crosshair(0, 0, 40 + 8 * u) +
        profile(cx, w) +
        stroke('c', cx, -w * 0.62 - 8 * u, cx, 6 * u) +
        pen.horizontalDimension(cx - w, cx + w, 0, 0, pen.dimensionOffset, dimensionLabel(width))
      if (level === 'card') return views
      return (
        views +
        circle('g', 0, 0, bead.value / 2) +
        pen.radialLeader(tyre, toRadians(-60), -60 * u, dimensionLabel(widest, 'TYRE ')) +
        pen.radialLeader(bead.value / 2, toRadians(50), -60 * u, dimensionLabel(bead, 'BEAD Ø'))
      )
    },
  }
}

/** The curved section with rolled edges. */
const profile = (cx: number, w: number) =>
  path(
    'x',
    d`M${[cx - w, 0]}C${[cx - w * 0.9, -w * 0.75]} ${[cx + w * 0.9, -w * 0.75]} ${[cx + w, 0]}L${[cx + w - 7, 0]}C${[cx + w * 0.82, -w * 0.62]} ${[cx - w * 0.82, -w * 0.62]} ${[cx - w + 7, 0]}Z`,
  )
