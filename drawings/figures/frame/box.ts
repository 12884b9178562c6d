import type { Family } from '../../figure.ts'
import { dimensionLabel, type Parameters, readSize } from '../../parameters.ts'
import { type Point, polygon, stroke } from '../../strokes.ts'

/** A part of an unknown family, as an isometric box. */
export const box: Family = (parameters) => {
  const length = firstKnownSize(parameters, ['length_mm', 'box_length_mm'], 90)
  const width = firstKnownSize(parameters, ['width_mm', 'box_width_mm'], length.value * 0.6)
  const height = firstKnownSize(parameters, ['height_mm', 'box_height_mm'], length.value * 0.45)
  const longest = Math.max(length.value, width.value, height.value)
  // Very thin boxes are drawn thicker. Their dimensions show the true size.
  const visibleSize = (value: number) => Math.max(value, longest / 12)
  const [l, w, h] = [visibleSize(length.value), visibleSize(width.value), visibleSize(height.value)]
  const at = (x: number, y: number, z: number): Point => [
    (x - y) * Math.cos(Math.PI / 6),
    (x + y) / 2 - z,
  ]
  const [left, right] = [at(0, w, 0)[0], at(l, 0, 0)[0]]
  const [top, foot] = [at(0, 0, h)[1], at(l, w, 0)[1]]
  return {
    box: [left, top, right - left, foot - top],
    draw(pen) {
      const faces =
        polygon('v', [at(0, 0, h), at(l, 0, h), at(l, w, h), at(0, w, h)]) +
        polygon('v', [at(0, w, h), at(l, w, h), at(l, w, 0), at(0, w, 0)]) +
        polygon('v', [at(l, w, h), at(l, 0, h), at(l, 0, 0), at(l, w, 0)])
      const seam = stroke('t', ...at(0, w / 2, h), ...at(l, w / 2, h))
      if (pen.level === 'icon') return faces + seam
      const heightDimension = pen.verticalDimension(
        at(0, w, h)[1],
        at(0, w, 0)[1],
        left,
        left,
        left - pen.dimensionOffset,
        dimensionLabel(height),
      )
      const [a, b] = [at(l / 2, w, 0), at(l, w / 2, 0)]
      const leaders =
        pen.leader(...a, a[0] - 30 * pen.u, a[1] + 34 * pen.u, dimensionLabel(length)) +
        pen.leader(...b, b[0] + 30 * pen.u, b[1] + 34 * pen.u, dimensionLabel(width))
      return faces + seam + heightDimension + leaders
    },
  }
}

function firstKnownSize(parameters: Parameters, names: readonly string[], standard: number) {
  const sizes = names.map((name) => readSize(parameters, name, standard, 0.5, 3000))
  return sizes.find((size) => size.known) ?? { value: standard, known: false }
}
