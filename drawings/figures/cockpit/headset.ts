import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize, readText } from '../../parameters.ts'
import { type Corner, roundedOutline } from '../../shapes.ts'
import { circle, d, path, rect, stroke } from '../../strokes.ts'

/** Standardized Headset Identification System: seat type, bore and steerer or crown race diameter. */
const shis = /^(EC|ZS|IS)(\d{2}(?:\.\d)?)\/(\d{2}(?:\.\d)?)(-24tpi)?$/

/** Drawn length of head tube on each side of the break. */
const tubeLength = 20

interface Seat {
  readonly kind: string
  /** Bore diameter of the head tube. */
  readonly bore: number
  /** Diameter of the steerer or crown race. */
  readonly carries: number
}

/** A headset in section about the steerer: upper and lower cup, bearings, cover and crown race. */
export const headset: Family = (parameters) => {
  const upper = readText(parameters, 'upper_shis', shis, 'EC34/28.6')
  const lower = readText(parameters, 'lower_shis', shis, 'EC34/30')
  const stack = readSize(parameters, 'stack_height_mm', 26.5, 5, 60)
  const crown = readSize(parameters, 'crown_race_mm', 30, 20, 60)
  const [top, foot] = [parseSeat(upper.value), parseSeat(lower.value)]
  const [up, down] = [stack.value * 0.58, stack.value * 0.42]
  const maxRadius = Math.max(outerRadius(top), outerRadius(foot))
  const tube = Math.max(top.bore, foot.bore) / 2 + 5
  const half = tubeLength + 3
  return {
    box: [
      -Math.max(maxRadius, tube),
      -half - up,
      2 * Math.max(maxRadius, tube),
      2 * half + up + down,
    ],
    draw(pen) {
      const { level, u } = pen
      const upperHalf = farEdges(top, up) + both((k) => assembly(k, top, up, true))
      const lowerHalf = farEdges(foot, down) + both((k) => assembly(k, foot, down, false))
      const body =
        `<g transform="translate(0 ${-half})">${upperHalf}</g>` +
        `<g transform="translate(0 ${half}) scale(1 -1)">${lowerHalf}</g>`
      const walls = both(
        (k) => tubeWall(k, top.bore / 2, -half, 1) + tubeWall(k, foot.bore / 2, half, -1),
      )
      if (level === 'icon') return walls.replaceAll('class="g"', 'class="v"') + body
      const s = top.carries / 2
      const steerer = path(
        'g',
        d`M${[-s, -half - up - 6]}V${half + down}M${[s, -half - up - 6]}V${half + down}`,
      )
      const views =
        walls +
        steerer +
        body +
        stroke('c', 0, -half - up - 6 - 8 * u, 0, half + down + 8 * u) +
        pen.leader(
          outerRadius(top) - 2,
          -half - up * 0.4,
          Math.max(maxRadius, tube) + 18 * u,
          -half - up - 4 * u,
          codeLabel(upper),
        )
      if (level === 'card') return views
      const right = Math.max(maxRadius, tube)
      return (
        views +
        pen.leader(
          outerRadius(foot) - 2,
          half + down * 0.4,
          right + 18 * u,
          half + down + 14 * u,
          codeLabel(lower),
        ) +
        pen.leader(
          -crown.value / 2 - 0.5,
          half + down - 2,
          -right - 18 * u,
          half + down + 14 * u,
          dimensionLabel(crown, 'RACE Ø'),
        ) +
        pen.leader(
          -outerRadius(top) + 2,
          -half - up * 0.5,
          -right - 18 * u,
          -half - up - 4 * u,
          dimensionLabel(stack, 'STACK '),
        )
      )
    },
  }
}

/** The label of a SHIS code, in capitals. */
const codeLabel = (code: { value: string; known: boolean }) =>
  code.known ? code.value.toUpperCase().replace('-', '–') : ''

function parseSeat(code: string): Seat {
  const [, kind = 'EC', bore = '34', carries = '28.6'] = shis.exec(code) ?? []
  return { kind, bore: Number(bore), carries: Number(carries) }
}

/** The outer radius. External cups are wider than other types. */
const outerRadius = ({ kind, bore }: Seat) => bore / 2 + (kind === 'EC' ? 5 : 3)

/**
 * The right half (k = 1) or left half (k = −1) of a cup with bearing and cover, from the tube at y = 0 up
 * to −height. External cups sit above the tube, others inside it.
 */
function assembly(k: number, seat: Seat, height: number, cover: boolean): string {
  const at = (corners: readonly Corner[]) =>
    roundedOutline(corners.map(([x, y, r]): Corner => [k * x, y, r ?? 0]))
  const [b, s, R] = [seat.bore / 2, seat.carries / 2, outerRadius(seat)]
  const external = seat.kind === 'EC'
  const depth = external ? -height * 0.62 : 7.5
  const cup: Corner[] = external
    ? [
        [b - 2, 10],
        [b, 10],
        [b, 0],
        [R, 0, 1],
        [R, depth, 1.5],
        [R - 2, depth],
        [R - 2.4, -2.5, 2],
        [b - 2, -2.5],
      ]
    : seat.kind === 'ZS'
      ? [
          [b - 2, 10],
          [b, 10],
          [b, 0],
          [R, 0],
          [R, -1.6, 0.6],
          [b - 2.6, -1.6, 0.6],
        ]
      : []
  const inner = external ? R - 2.2 : b - (seat.kind === 'ZS' ? 2.2 : 0.3)
  const [bearingTop, bearingFoot] = external ? [depth - 0.5, -2.8] : [-0.4, 7]
  const middle = (inner + s + 1.6) / 2
  const ball = Math.min((inner - s) * 0.24, (bearingFoot - bearingTop) * 0.32)
  const lid: Corner[] = [
    [s + 0.6, -height],
    [s + 4, -height, 1],
    [R, Math.min(bearingTop - 0.6, -height * 0.4), 1.5],
    [R - 0.4, Math.min(bearingTop + 0.4, -1.8)],
    [s + 1.4, Math.min(bearingTop + 0.4, -1.8)],
    [s + 0.6, bearingFoot * 0.3],
  ]
  const race: Corner[] = [
    [s - 2, -height],
    [s + 5, -height, 0.8],
    [s + 5, -height * 0.72],
    [middle, Math.min(bearingTop, -1)],
    [s - 2, Math.min(bearingTop, -1)],
  ]
  return (
    (cup.length ? path('x', at(cup)) : '') +
    path(
      'v',
      at([
        [s + 1.6, bearingTop],
        [inner, bearingTop],
        [inner, bearingFoot],
        [s + 1.6, bearingFoot],
      ]),
    ) +
    circle('v', k * middle, (bearingTop + bearingFoot) / 2, Math.max(ball, 0.8)) +
    path('x', at(cover ? lid : race))
  )
}

/** The far edges of cover, cup and bearing, visible between the cut halves. */
function farEdges(seat: Seat, height: number): string {
  const [b, s] = [seat.bore / 2, seat.carries / 2]
  const deep = seat.kind === 'IS' ? 7 : 10
  return (
    rect('v', -s - 1, -height, 2 * s + 2, height) +
    rect('v', 2 - b, -0.4, 2 * b - 4, deep + 0.4) +
    stroke('t', -s, -height * 0.45, s, -height * 0.45)
  )
}

/** The wall of the head tube, broken off towards the middle. */
function tubeWall(k: number, bore: number, y: number, towards: number): string {
  const [x, wall] = [k * bore, k * 4]
  const end = y + towards * tubeLength
  return path('g', d`M${[x, end]}V${y}h${wall}V${end}q${-wall / 2} ${towards * 3} ${-wall} 0`)
}

const both = (shape: (k: number) => string) => shape(-1) + shape(1)
