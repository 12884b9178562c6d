import type { FigureBuilder, Pen } from '../../dimension-pen.ts'
import { points } from '../../geometry.ts'
import { formatNumber, hasNumber, readSize, type Size } from '../../parameters.ts'
import { armData, bentTube, outline, revolvedBody, thread } from '../../shapes.ts'
import {
  bothSides,
  circle,
  crosshair,
  d,
  line,
  path,
  polygon,
  rect,
  transform,
} from '../../svg-elements.ts'

/** A rim brake from the front: linear-pull arms, or a side-pull caliper if its reach is known. */
export const rimBrake: FigureBuilder = (parameters) => {
  if (hasNumber(parameters, 'reach_max_mm')) {
    const longest = readSize(parameters, 'reach_max_mm', 57, 35, 90)
    const shortest = readSize(parameters, 'reach_min_mm', longest.value - 10, 30, longest.value)
    return buildSidePullBrake(shortest, longest)
  }
  return buildLinearPullBrake(readSize(parameters, 'arm_length_mm', 102, 70, 140))
}

/** Half the distance between the pivots on the fork. */
const pivotHalfDistance = 40

function buildLinearPullBrake(length: Size) {
  const L = length.value
  return {
    box: [-pivotHalfDistance - 14, -L - 14, 2 * pivotHalfDistance + 28, L + 26] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const pair = mirrored(
        path('v', armData([pivotHalfDistance, 0], 9, [pivotHalfDistance - 5, -L], 5)) +
          circle('v', pivotHalfDistance, 0, 5.5) +
          circle('t', pivotHalfDistance, 0, 2.6) +
          circle('p', pivotHalfDistance - 5, -L, 2) +
          shoe(-L * 0.3),
      )
      const noodle = bentTube(d`M${[-pivotHalfDistance + 6, -L]}H-16Q0 ${-L} 0 ${-L - 11}`, 4, pen)
      const wire = line('v', -14, -L, pivotHalfDistance - 9, -L)
      const bellows = outline(
        'v',
        points`-8,${-L - 3.5} 16,${-L - 2.4} 16,${2.4 - L} -8,${3.5 - L}`,
        2,
      )
      const body = pair + wire + noodle + bellows
      if (level === 'icon') return body
      const wheel =
        rect('g', -11, -L * 0.3 - 7, 22, 14, 3) +
        path(
          'g',
          d`M-10 ${-L * 0.3 - 7}C-26 ${-L * 0.3 - 34} -22 ${-L * 0.3 - 52} 0 ${-L * 0.3 - 52}S26 ${-L * 0.3 - 34} 10 ${-L * 0.3 - 7}`,
        )
      const views =
        wheel +
        body +
        line('c', 0, -L - 14 - 6 * u, 0, 12 + 6 * u) +
        crosshair(-pivotHalfDistance, 0, 9 + 7 * u) +
        crosshair(pivotHalfDistance, 0, 9 + 7 * u) +
        pen.verticalDimension(
          -L,
          0,
          pivotHalfDistance,
          pivotHalfDistance + 9,
          pivotHalfDistance + 9 + pen.offset,
          length,
        )
      return views
    },
  }
}

const shoe = (y: number) =>
  rect('v', 19, y - 3, 24, 6) +
  rect('v', 26, y - 6.5, 5, 13, 1) +
  rect('v', 44, y - 5, 4, 10, 1) +
  outline('x', points`12,${y - 7} 18,${y - 5.5} 18,${y + 5.5} 12,${y + 7}`, 1.5)

function buildSidePullBrake(shortest: Size, longest: Size) {
  const reach = (shortest.value + longest.value) / 2
  return {
    box: [-44, -22, 88, longest.value + 32] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const left = outline(
        'v',
        points`
          -8,-9 8,-9 16,-4 8,9 -14,12 -26,26 -23,${longest.value + 6} -33,${longest.value + 6}
          -38,24 -26,2
        `,
        7,
      )
      const right = outline(
        'v',
        points`
          -4,-8 20,-14 34,-16 40,-10 36,4 38,24 33,${longest.value + 6} 23,${longest.value + 6}
          27,26 20,10 2,8
        `,
        6,
      )
      const ends = bothSides((s) =>
        rect(
          'p',
          s * 28 - 2.6,
          shortest.value - 2.6,
          5.2,
          longest.value - shortest.value + 5.2,
          2.6,
        ),
      )
      const pads = mirrored(
        rect('v', 17, reach - 2.6, 16, 5.2) +
          outline(
            'x',
            points`10,${reach - 6} 17,${reach - 5} 17,${reach + 5} 10,${reach + 6}`,
            1.5,
          ) +
          rect('v', 33, reach - 4.5, 5, 9, 1),
      )
      const body =
        right +
        left +
        ends +
        pads +
        circle('v', 0, 0, 6.5) +
        circle('t', 0, 0, 3.4) +
        circle('v', 27, 0, 3.4) +
        rect('v', 33, -22, 6, 12, 1.5)
      if (level === 'icon') return body
      const label =
        shortest.isKnown && longest.isKnown
          ? `${formatNumber(shortest.value)}–${formatNumber(longest.value)}`
          : ''
      return (
        path(
          'g',
          d`M-10 ${reach + 7}V${reach - 7}H10V${reach + 7}M-9 ${reach - 7}C-18 ${reach - 22} -14 ${reach - 32} 0 ${reach - 32}S18 ${reach - 22} 9 ${reach - 7}`,
        ) +
        body +
        crosshair(0, 0, 8 + 8 * u) +
        line('c', 0, 8, 0, longest.value + 10 + 6 * u) +
        pen.verticalDimension(0, reach, -8, -38, -44 - 22 * u, label)
      )
    },
  }
}

/** Returns the shapes and their mirror image at the y axis. */
const mirrored = (shapes: string) => `${shapes}<g transform="scale(-1 1)">${shapes}</g>`

/** A rim brake shoe from the side, and from above with post and washers. */
export const brakeShoe: FigureBuilder = (parameters) => {
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
      if (level === 'icon') return face + grooves + transform(brakeShoeFromAbove(a), 0, b + 6)
      const views =
        face +
        grooves +
        transform(
          `${brakeShoeFromAbove(a)}<g transform="rotate(90)">${thread(24, 35, 2.4)}</g>`,
          0,
          top,
        ) +
        line('c', 0, -b - 8 * u, 0, top + 36 + 8 * u) +
        line('c', -a - 8 * u, 0, a + 8 * u, 0) +
        pen.horizontalDimension(-a, a, 0, 0, -b - 2 - 22 * u, length)
      if (level === 'card') return views
      return views + pen.verticalDimension(-b, b, a - 4, a - 4, a + 30 * u, width)
    },
  }
}

/** A brake shoe from above: pad, holder, dished washers and threaded post. */
function brakeShoeFromAbove(halfLength: number): string {
  const pad = outline(
    'x',
    points`${-halfLength},4 ${-halfLength + 2},0 ${halfLength - 2},0 ${halfLength},4 ${halfLength - 1},7 ${-halfLength + 1},7`,
    1.5,
  )
  const holder = outline(
    'v',
    points`${-halfLength * 0.86},7 ${halfLength * 0.86},7 ${halfLength * 0.7},11 ${-halfLength * 0.7},11`,
    2,
  )
  const post = `<g transform="rotate(90)">${revolvedBody(points`
    11,3 34.5,3 35.5,2.2
  `)}${revolvedBody(points`11.5,8 15,6.4`)}${revolvedBody(points`15.4,6 18,7.6`)}${polygon(
    'v',
    points`19,-5 24,-5 24,5 19,5`,
  )}${line('t', 19, -1.8, 24, -1.8)}${line('t', 19, 1.8, 24, 1.8)}</g>`
  return pad + holder + post
}
