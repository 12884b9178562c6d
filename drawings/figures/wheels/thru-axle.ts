import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize } from '../../parameters.ts'
import { brokenShaft, ribs, thread, turnedBody } from '../../shafts.ts'
import { hexagon } from '../../shapes.ts'
import { circle, crosshair, polygon, rect, stroke } from '../../strokes.ts'

/** A broken thru axle from the side, and its head with the key socket. */
export const thruAxle: Family = (parameters) => {
  const diameter = readSize(parameters, 'axle_diameter_mm', 12, 8, 25)
  const length = readSize(parameters, 'under_head_mm', 160, 80, 260)
  const threaded = readSize(parameters, 'thread_length_mm', 14, 5, 40)
  const r = diameter.value / 2
  const head = r + 4
  const L = Math.min(length.value, 110)
  const cut = L < length.value
  const cx = -24 - head
  return {
    box: [cx - head, -head, L - cx + head, 2 * head],
    icon: [-8, -head, 78, 2 * head],
    draw(pen) {
      const { level, u } = pen
      const end = level === 'icon' ? 70 : L
      const from = end - threaded.value
      const cap = turnedBody([
        [-8, head - 2],
        [-7, head],
        [-2, head],
        [0, r + 1],
      ])
      if (level === 'icon') {
        const axle = turnedBody([
          [0, r],
          [end - 20, r],
          [end - 1.5, r],
          [end, r - 1.2],
        ])
        return axle + ribs(end - 19, end - 2, r, 4) + cap
      }
      const [a, b] = [L * 0.46, L * 0.46 + 8]
      const tip = turnedBody([
        [cut ? from : 0, r],
        [from + 0.01, r],
        [end - 1.5, r],
        [end, r - 1.2],
      ])
      const axle = tip + (cut ? brokenShaft(0, a, r, 5 * u) + brokenShaft(from, b, r, 5 * u) : '')
      const bore = r - 2.5
      const views =
        axle +
        cap +
        thread(from, end - 0.6, r - 0.7) +
        rect('h', -8, -bore, (cut ? a : from) + 8, 2 * bore) +
        circle('v', cx, 0, head) +
        circle('t', cx, 0, head - 2) +
        polygon('p', hexagon(Math.min(6, r), cx, 0, Math.PI / 6)) +
        stroke('c', -8 - 8 * u, 0, end + 8 * u, 0) +
        crosshair(cx, 0, head + 8 * u) +
        pen.horizontalDimension(
          0,
          end,
          r + 1,
          r - 1.2,
          head + pen.dimensionOffset,
          dimensionLabel(length),
        )
      if (level === 'card') return views
      return (
        views +
        pen.horizontalDimension(from, end, -r, -r, -head - 22 * u, dimensionLabel(threaded)) +
        pen.leader(a * 0.6, -r, a * 0.7, -head - 24 * u, dimensionLabel(diameter, 'Ø'))
      )
    },
  }
}
