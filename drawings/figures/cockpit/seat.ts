import type { FigureBuilder, Pen } from '../../dimension-pen.ts'
import { points } from '../../geometry.ts'
import { labelOf, readSize } from '../../parameters.ts'
import { bentTube, brokenShaft, outline } from '../../shapes.ts'
import {
  circle,
  circleData,
  crosshair,
  d,
  line,
  path,
  pathWithHoles,
  rect,
  repeat,
} from '../../svg-elements.ts'

/** A saddle from above with its nose to the left; on the sheet also from the side with rails. */
export const saddle: FigureBuilder = (parameters) => {
  const length = readSize(parameters, 'saddle_length_mm', 270, 150, 350)
  const width = readSize(parameters, 'saddle_width_mm', 150, 80, 300)
  const rail = readSize(parameters, 'rail_diameter_mm', 7, 5, 12)
  const [a, b] = [length.value / 2, width.value / 2]
  const y = b + 62
  return {
    box: [-a, -b, 2 * a, 2 * b],
    sheet: [-a, -b, 2 * a, b + y + 46],
    draw(pen) {
      const { level, u } = pen
      const top = path('v', saddleOutlineData(a, b, 1)) + path('t', saddleOutlineData(a, b, 0.9))
      const groove = path(
        'p',
        d`M${[-a * 0.3, 0]}C${[-a * 0.25, -7]} ${[a * 0.5, -11]} ${[a * 0.62, 0]}C${[a * 0.5, 11]} ${[-a * 0.25, 7]} ${[-a * 0.3, 0]}Z`,
      )
      if (level === 'icon') return path('v', saddleOutlineData(a, b, 1)) + groove
      const views =
        top +
        groove +
        line('c', -a - 9 * u, 0, a + 6 * u, 0) +
        pen.verticalDimension(-b, b, a * 0.74, a * 0.74, a + 30 * u, width)
      if (level === 'card') return views
      return (
        views +
        saddleSide(a, y, rail.value, pen) +
        pen.horizontalDimension(-a, a, y, y - 8, y + 46 + 16 * u, length) +
        pen.leader(
          -a * 0.1,
          y + 31 + rail.value / 2,
          -a * 0.5,
          y + 46 + 2 * u,
          labelOf(rail, 'RAIL Ø'),
        )
      )
    },
  }
}

/** Path data of the outline from above, with half of its length (a) and width (b). `scale` is below 1 for the seam. */
function saddleOutlineData(a: number, b: number, scale: number): string {
  const inset = (1 - scale) * b
  const [nose, rear] = [-a + inset, a - inset]
  const n = Math.min(21, b * 0.3) * scale
  const w = b - inset
  return d`M${[nose, 0]}C${[nose, -n * 0.8]} ${[nose + 12, -n]} ${[nose + 34, -n]}C${[-a * 0.1, -n]} ${[a * 0.1, -w]} ${[a * 0.62, -w]}C${[a * 0.9, -w]} ${[rear, -w * 0.7]} ${[rear - 4, 0]}C${[rear, w * 0.7]} ${[a * 0.9, w]} ${[a * 0.62, w]}C${[a * 0.1, w]} ${[-a * 0.1, n]} ${[nose + 34, n]}C${[nose + 12, n]} ${[nose, n * 0.8]} ${[nose, 0]}Z`
}

/** The saddle from the side: rails under the cover. */
const saddleSide = (a: number, y: number, railDiameter: number, pen: Pen) =>
  bentTube(
    d`M${[-a * 0.8, y + 4]}C${[-a * 0.6, y + 12]} ${[-a * 0.5, y + 31]} ${[-a * 0.3, y + 31]}H${a * 0.3}C${[a * 0.5, y + 31]} ${[a * 0.6, y + 6]} ${[a * 0.72, y + 2]}`,
    railDiameter,
    pen,
  ) +
  path(
    'v',
    d`M${[-a, y]}C${[-a, y - 8]} ${[-a * 0.9, y - 12]} ${[-a * 0.7, y - 11]}C${[-a * 0.2, y - 8]} ${[a * 0.3, y - 12]} ${[a * 0.6, y - 22]}C${[a * 0.85, y - 30]} ${[a, y - 22]} ${[a, y - 8]}C${[a * 0.98, y + 14]} ${[a * 0.8, y + 14]} ${[a * 0.6, y + 8]}C${[a * 0.2, y + 2]} ${[-a * 0.5, y + 10]} ${[-a * 0.92, y + 6]}Q${[-a, y + 5]} ${[-a, y]}Z`,
  )

/** Wall thickness of the ring. */
const wallThickness = 4

/** A seat clamp from above with lugs and bolt, and from the side. */
export const seatClamp: FigureBuilder = (parameters) => {
  const diameter = readSize(parameters, 'clamp_diameter_mm', 31.8, 20, 45)
  const height = readSize(parameters, 'clamp_height_mm', 15, 6, 40)
  const r = diameter.value / 2
  const R = r + wallThickness
  const x = R + 14 + R + 14
  return {
    box: [-R, -R, R + 14 + R, 2 * R],
    sheet: [-R, -R, R + x + R + 14, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const lugs = rect('v', R - 3, -8, 15, 16, 2)
      const slit =
        path('p', d`M${[r - 1, -1.2]}H${R + 12}M${[r - 1, 1.2]}H${R + 12}`) +
        rect('p', r - 0.5, -1.2, wallThickness + 12.5, 2.4)
      const bolt =
        rect('v', R + 2.5, -13, 7, 26, 1.2) +
        rect('v', R + 1, -15, 10, 7, 1.5) +
        rect('v', R + 1.5, 8, 9, 5, 1)
      const ring = pathWithHoles('v', circleData(R) + circleData(r)) + circle('t', 0, 0, r + 1.2)
      const body = lugs + ring + slit + bolt
      if (level === 'icon') return body
      const views =
        body +
        crosshair(0, 0, R + 9 * u) +
        line('c', R + 6, -15 - 6 * u, R + 6, 13 + 6 * u) +
        pen.horizontalDimension(-r, r, 0, 0, R + pen.offset, labelOf(diameter, 'Ø'))
      if (level === 'card') return views
      const h = height.value / 2
      return (
        views +
        rect('v', x - R, -h, 2 * R, 2 * h, 1.5) +
        rect('v', x + R - 3, -h + 1, 15, 2 * h - 2, 2) +
        circle('v', x + R + 6, 0, Math.min(4, h - 1.5)) +
        line('t', x - R, -h + 2, x + R - 3, -h + 2) +
        line('t', x - R, h - 2, x + R - 3, h - 2) +
        line('c', x, -h - 8 * u, x, h + 8 * u) +
        pen.verticalDimension(-h, h, x - R, x - R, x - R - 22 * u, height)
      )
    },
  }
}

/** Half of the drawn length. The post is broken in the middle. */
const halfLength = 75

/** A horizontal, broken seatpost from the side, with the clamp to the right. */
export const seatpost: FigureBuilder = (parameters) => {
  const diameter = readSize(parameters, 'post_diameter_mm', 27.2, 20, 40)
  const length = readSize(parameters, 'post_length_mm', 350, 100, 600)
  const setback = readSize(parameters, 'setback_mm', 0, 0, 40)
  const r = diameter.value / 2
  const s = setback.value
  const x = halfLength - 14
  return {
    box: [-halfLength - 6, -30, 2 * halfLength + 18, 60 + s],
    draw(pen) {
      const { level, u } = pen
      const head =
        outline(
          'v',
          points`
            ${x - 8},${-r} ${x},${-r} ${x + 14},${s - 18} ${x + 18},${s - 18} ${x + 18},${s + 18}
            ${x + 14},${s + 18} ${x},${r} ${x - 8},${r}
          `,
          4,
        ) +
        rect('v', x + 18, s - 26, 5, 52, 2) +
        rect('v', x + 23, s - 22, 4, 44, 1.6) +
        [-22, 22].map((y) => circle('v', x + 23, s + y, 3.5)).join('')
      if (level === 'icon') return rect('v', -halfLength, -r, x + halfLength, 2 * r) + head
      const post = brokenShaft(-halfLength, -6, r, 5 * u) + brokenShaft(x, 4, r, 5 * u)
      const marks = repeat(9, (i) => {
        const [at, tall] = [-halfLength + 12 + i * 6, r * (i % 2 ? 0.18 : 0.34)]
        return line('t', at, -tall, at, tall)
      })
      const views =
        post +
        head +
        marks +
        line('v', 16, -r, 16, r) +
        [-22, 22].map((y) => circle('t', x + 23, s + y, 1.6)).join('') +
        line('c', -halfLength - 10 * u, 0, x + 30, 0) +
        (s ? line('c', x + 12, s, x + 34, s) : '') +
        pen.verticalDimension(
          -r,
          r,
          -halfLength,
          -halfLength,
          -halfLength - 26 * u,
          labelOf(diameter, 'Ø'),
        )
      if (level === 'card') return views
      return (
        views +
        pen.horizontalDimension(-halfLength, x + 23, r, s + 26, s + 30 + pen.offset, length) +
        pen.leader(16, -r, 6, -30 - 20 * u, diameter.isKnown ? 'MIN INSERTION' : '') +
        (s ? pen.verticalDimension(0, s, x + 30, x + 34, x + 34 + 26 * u, setback) : '')
      )
    },
  }
}
