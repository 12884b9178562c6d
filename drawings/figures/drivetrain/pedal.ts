import type { Family } from '../../figure.ts'
import { dimensionLabel, hasNumber, readCount, readSize } from '../../parameters.ts'
import { thread, turnedBody } from '../../shafts.ts'
import { type Corner, roundedOutline } from '../../shapes.ts'
import { circle, path, pathWithHoles, rect, repeat, stroke } from '../../strokes.ts'

/**
 * A pedal from above with its thread to the right: a platform with pins, a narrow body for cleats, or a
 * block with treads. Length is along the foot, width along the axle.
 */
export const pedal: Family = (parameters) => {
  const length = readSize(parameters, 'body_length_mm', 96, 40, 160)
  const width = readSize(parameters, 'body_width_mm', 90, 40, 140)
  const pins = readCount(parameters, 'pins', 0, 1, 24)
  const [w, h] = [width.value, length.value / 2]
  const kind = pins.known
    ? 'platform'
    : hasNumber(parameters, 'body_width_mm') && w < 70
      ? 'cleat'
      : 'block'
  return {
    box: [0, -h, w + 31, 2 * h],
    draw(pen) {
      const { level, u } = pen
      const axle = turnedBody([
        [-2, 4.5],
        [w - 4, 5.5],
        [w + 6, 7.5],
        [w + 10, 7.5],
        [w + 10, 9],
        [w + 15, 9],
        [w + 15, 7.1],
        [w + 30, 7.1],
        [w + 31, 6.2],
      ])
      const body = { platform, cleat, block }[kind](w, h)
      const studs = pins.known ? pinRow(pins.value, w, h, level === 'icon' ? 2.6 : 1.9) : ''
      if (level === 'icon') return axle + body + studs
      const views =
        axle +
        thread(w + 15, w + 30.5, 6.1) +
        body +
        studs +
        stroke('c', -9 * u, 0, w + 31 + 9 * u, 0) +
        pen.verticalDimension(-h, h, 14, 14, -pen.dimensionOffset, dimensionLabel(length))
      if (level === 'card') return views
      return (
        views +
        rect('h', 2, -4.5, w - 4, 9) +
        pen.horizontalDimension(
          0,
          w,
          h - 14,
          h - 14,
          h + pen.dimensionOffset,
          dimensionLabel(width),
        ) +
        pen.leader(w + 24, -7.1, w + 26, -h + 4 * u, '9/16 × 20 TPI') +
        pen.leader(
          w / 2 + 2,
          5 - h,
          w * 0.75,
          -h - 24 * u,
          dimensionLabel(pins, '', ' PINS A SIDE'),
        )
      )
    },
  }
}

const outline = (w: number, h: number): string =>
  roundedOutline(
    [
      [0, 14 - h],
      [6, -h, 10],
      [w - 6, -h, 10],
      [w, 12 - h],
      [w, h - 12],
      [w - 6, h, 10],
      [6, h, 10],
      [0, h - 14],
      [2, 0],
    ],
    6,
  )

/** A cast cage with two openings and the axle sleeve between them. */
function platform(w: number, h: number): string {
  const window = (s: number): string =>
    roundedOutline(
      [
        [14, s * 12],
        [w - 12, s * 12],
        [w - 14, s * (h - 9)],
        [14, s * (h - 9)],
      ] as Corner[],
      5,
    )
  return (
    pathWithHoles('v', outline(w, h) + window(-1) + window(1)) +
    path('t', `M4 -9H${w - 2}M4 9H${w - 2}`)
  )
}

/** Pins along both edges. */
function pinRow(n: number, w: number, h: number, radius: number): string {
  const front = Math.ceil(n / 2)
  const edge = (k: number, s: number) =>
    repeat(k, (i) =>
      circle('v', k < 2 ? w / 2 : 10 + ((w - 20) * i) / (k - 1), s * (h - 4.5), radius),
    )
  return edge(front, -1) + edge(n - front, 1)
}

/** A frame with two treaded blocks. */
function block(w: number, h: number): string {
  const rubber = (s: number) =>
    rect('v', 5, s > 0 ? 13 : 3 - h, w - 10, h - 16, 3) +
    repeat(5, (i) =>
      stroke('t', 5, s * (15 + ((h - 20) * i) / 4), w - 5, s * (15 + ((h - 20) * i) / 4)),
    )
  return (
    path('v', outline(w, h)) + rubber(-1) + rubber(1) + path('t', `M4 -9H${w - 2}M4 9H${w - 2}`)
  )
}

/** A slim body with the jaws that hold a cleat. */
function cleat(w: number, h: number): string {
  const body = roundedOutline(
    [
      [8, -h],
      [w - 8, -h],
      [w, -h * 0.5],
      [w, h * 0.5],
      [w - 8, h],
      [8, h],
      [0, h * 0.5],
      [0, -h * 0.5],
    ],
    8,
  )
  const jaw = (s: number) =>
    path(
      'v',
      roundedOutline(
        [
          [10, s * h * 0.86],
          [w - 10, s * h * 0.86],
          [w - 14, s * 13],
          [w * 0.64, s * 13],
          [w * 0.58, s * 19],
          [w * 0.42, s * 19],
          [w * 0.36, s * 13],
          [14, s * 13],
        ],
        3,
      ),
    ) + circle('v', w / 2, s * h * 0.68, 3.4)
  return path('v', body) + rect('t', 8, -10, w - 16, 20, 2) + jaw(-1) + jaw(1)
}
