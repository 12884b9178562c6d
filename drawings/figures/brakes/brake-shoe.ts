import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize } from '../../parameters.ts'
import { thread, turnedBody } from '../../shafts.ts'
import { roundedOutline } from '../../shapes.ts'
import { d, path, polygon, rect, stroke, transform } from '../../strokes.ts'

/** A rim brake shoe from the side, and from above with post and washers. */
export const brakeShoe: Family = (parameters) => {
  const length = readSize(parameters, 'pad_length_mm', 55, 25, 120)
  const width = readSize(parameters, 'pad_width_mm', 10, 6, 25)
  const [a, b] = [length.value / 2, width.value / 2]
  const top = b + 12
  return {
    box: [-a, -b - 2, 2 * a, b + 2 + top + 36],
    icon: [-a, -b - 2, 2 * a, 2 * b + 46],
    draw(pen) {
      const { level, u } = pen
      const bow = a * 0.05
      const face = path(
        'v',
        d`M${[-a + 3, -b + bow]}Q${[0, -b - bow * 1.6]} ${[a - 5, -b + bow]}Q${[a, -b + bow]} ${[a, 0]}Q${[a, b]} ${[a - 5, b + bow * 0.6]}Q${[0, b - bow]} ${[-a + 3, b + bow * 0.6]}Q${[-a, b]} ${[-a, 0]}Q${[-a, -b + bow]} ${[-a + 3, -b + bow]}Z`,
      )
      const grooves = [-0.5, -0.06, 0.38]
        .map((k) => rect('p', k * a, -b + 1, 2.2, 2 * b - 1.4, 0.8))
        .join('')
      if (level === 'icon') return face + grooves + transform(fromAbove(a), 0, b + 6)
      const views =
        face +
        grooves +
        transform(`${fromAbove(a)}<g transform="rotate(90)">${thread(24, 35, 2.4)}</g>`, 0, top) +
        stroke('c', 0, -b - 8 * u, 0, top + 36 + 8 * u) +
        stroke('c', -a - 8 * u, 0, a + 8 * u, 0) +
        pen.horizontalDimension(-a, a, 0, 0, -b - 2 - 22 * u, dimensionLabel(length))
      if (level === 'card') return views
      return views + pen.verticalDimension(-b, b, a - 4, a - 4, a + 30 * u, dimensionLabel(width))
    },
  }
}

/** The pad, holder, dished washers and threaded post. */
function fromAbove(a: number): string {
  const pad = path(
    'x',
    roundedOutline(
      [
        [-a, 4],
        [-a + 2, 0],
        [a - 2, 0],
        [a, 4],
        [a - 1, 7],
        [-a + 1, 7],
      ],
      1.5,
    ),
  )
  const holder = path(
    'v',
    roundedOutline(
      [
        [-a * 0.86, 7],
        [a * 0.86, 7],
        [a * 0.7, 11],
        [-a * 0.7, 11],
      ],
      2,
    ),
  )
  const post = `<g transform="rotate(90)">${turnedBody([
    [11, 3],
    [34.5, 3],
    [35.5, 2.2],
  ])}${turnedBody([
    [11.5, 8],
    [15, 6.4],
  ])}${turnedBody([
    [15.4, 6],
    [18, 7.6],
  ])}${polygon('v', [
    [19, -5],
    [24, -5],
    [24, 5],
    [19, 5],
  ])}${stroke('t', 19, -1.8, 24, -1.8)}${stroke('t', 19, 1.8, 24, 1.8)}</g>`
  return pad + holder + post
}
