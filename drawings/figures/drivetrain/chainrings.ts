import type { FigureBuilder } from '../../dimension-pen.ts'
import { type Point, polar, TAU, toRadians } from '../../geometry.ts'
import { labelOf, readCount, readSize, readTeeth } from '../../parameters.ts'
import { corners, hexagon, outline } from '../../shapes.ts'
import { pitch, pitchRadius, rootRadius, teethData, tipRadius } from '../../sprocket.ts'
import {
  circle,
  crosshair,
  d,
  line,
  path,
  pathWithHoles,
  polygon,
  rect,
  repeat,
} from '../../svg-elements.ts'

/** A chainring from the front, with teeth, bolt circle and opening. */
export const chainring: FigureBuilder = (parameters) => {
  const { list, isKnown } = readTeeth(parameters, [44])
  const z = list[0] ?? 44
  const bolts = readCount(parameters, 'arms', 4, 3, 6)
  const bcd = readSize(parameters, 'bcd_mm', 0.59 * 2 * pitchRadius(z), 40, 2 * rootRadius(z) - 13)
  const [R, tip, hub] = [pitchRadius(z), tipRadius(z), bcd.value / 2]
  const positions = boltPositions(bolts.value, hub)
  return {
    box: [-tip, -tip, 2 * tip, 2 * tip],
    draw(pen) {
      const { level, u } = pen
      const ring = pathWithHoles(
        'v',
        teethData(z, { rotation: -Math.PI / 2 }) + ringOpeningData(z, bolts.value, hub),
      )
      const holes = positions.map(([x, y]) => circle('p', x, y, 5)).join('')
      if (level === 'icon') return ring + holes
      const centres = circle('c', 0, 0, R) + circle('c', 0, 0, hub) + crosshair(0, 0, tip + 10 * u)
      const tipLabel = isKnown ? `Ø${(2 * tip).toFixed(1)}` : ''
      const below = pen.horizontalDimension(-tip, tip, 0, 0, tip + pen.offset, tipLabel)
      if (level === 'card') return ring + holes + centres + below
      const recesses = positions.map(([x, y]) => circle('t', x, y, 6.6)).join('')
      const firstBoltAngle = angleOfFirstBolt(bolts.value)
      const leftBoltAngle =
        bolts.value === 4 ? firstBoltAngle + Math.PI : firstBoltAngle - TAU / bolts.value
      return (
        ring +
        holes +
        recesses +
        centres +
        below +
        pen.radialLeader(
          R,
          toRadians(-32),
          tip - R + 50 * u,
          isKnown ? `P.C.D. ${(2 * R).toFixed(1)}` : '',
        ) +
        pen.radialLeader(
          hub,
          leftBoltAngle,
          tip - hub + 44 * u,
          labelOf(bcd, `${bolts.value} × Ø10 ON `),
        ) +
        pen.radialLeader(tip, toRadians(32), 40 * u, isKnown ? `${z}T × ${pitch}` : '')
      )
    },
  }
}

/** Radius of the tab around a chainring bolt. */
const boltTabRadius = 8

/** The angle of the first bolt in radians. Four bolts are on the diagonals; otherwise, the first bolt is on top. */
const angleOfFirstBolt = (boltCount: number) => (boltCount === 4 ? Math.PI / 4 : -Math.PI / 2)

/** The positions of bolts on a circle of this radius. */
export const boltPositions = (
  boltCount: number,
  radius: number,
  firstBoltAngle = angleOfFirstBolt(boltCount),
): Point[] =>
  Array.from({ length: boltCount }, (_, i) => polar(radius, firstBoltAngle + (i * TAU) / boltCount))

/** Path data of the opening inside a ring, with a tab for each bolt. Angles are in radians. */
export function ringOpeningData(
  toothCount: number,
  boltCount: number,
  boltCircleRadius: number,
  firstBoltAngle = angleOfFirstBolt(boltCount),
): string {
  const inner = Math.min(pitchRadius(toothCount) - 9.5, rootRadius(toothCount) - 3)
  const edge = boltCircleRadius + 6 > inner ? Math.min(inner, boltCircleRadius + 3) : inner
  const half = Math.asin(boltTabRadius / boltCircleRadius)
  const between = (edge + boltCircleRadius) / 2
  return `${repeat(boltCount, (i) => {
    const a = firstBoltAngle + (i * TAU) / boltCount
    const [from, to] = [a - half - 0.12, a + half + 0.12]
    const next = polar(edge, from + TAU / boltCount)
    return d`${i ? 'L' : 'M'}${polar(edge, from)}Q${polar(between, a - half * 1.06)} ${polar(boltCircleRadius, a - half)}A${boltTabRadius} ${boltTabRadius} 0 0 0 ${polar(boltCircleRadius, a + half)}Q${polar(between, a + half * 1.06)} ${polar(edge, to)}A${edge} ${edge} 0 0 1 ${next}`
  })}Z`
}

/** Radius of head and flange. */
const headRadius = 6.8

/** Chainring bolts in section: sleeve nut and bolt for a single ring, and for two rings. */
export const chainringBolt: FigureBuilder = (parameters) => {
  const sleeve = readSize(parameters, 'sleeve_diameter_mm', 10, 6, 14)
  const single = readSize(parameters, 'grip_single_mm', 4, 2, 12)
  const double = readSize(parameters, 'grip_double_mm', 8, 3, 20)
  const r = sleeve.value / 2
  const x2 = single.value + 20
  const cx = x2 + double.value + 4 + 8 + headRadius
  return {
    box: [-2.5, -headRadius, cx + headRadius + 2.5, 2 * headRadius],
    icon: [-2.5, -headRadius, double.value + 7, 2 * headRadius],
    draw(pen) {
      const { level, u } = pen
      if (level === 'icon') return boltAndNut(0, double.value, r)
      const views =
        boltAndNut(0, single.value, r) +
        boltAndNut(x2, double.value, r) +
        circle('v', cx, 0, headRadius) +
        circle('t', cx, 0, headRadius - 0.8) +
        polygon('p', hexagon(5, cx, 0)) +
        line('c', -2.5 - 7 * u, 0, single.value + 4 + 7 * u, 0) +
        line('c', x2 - 2.5 - 7 * u, 0, x2 + double.value + 4 + 7 * u, 0) +
        crosshair(cx, 0, headRadius + 7 * u) +
        pen.horizontalDimension(
          x2,
          x2 + double.value,
          headRadius,
          headRadius,
          headRadius + pen.offset,
          double,
        )
      if (level === 'card') return views
      return (
        views +
        pen.horizontalDimension(
          0,
          single.value,
          headRadius,
          headRadius,
          headRadius + pen.offset,
          single,
        ) +
        pen.leader(
          x2 + double.value * 0.3,
          -r,
          x2 + double.value,
          -headRadius - 22 * u,
          labelOf(sleeve, 'Ø'),
        )
      )
    },
  }
}

/** Draws a sleeve nut in section and its bolt in full, with heads on both sides of the rings. */
function boltAndNut(x: number, gripLength: number, sleeveRadius: number): string {
  const wall = (s: number) =>
    outline(
      'x',
      corners`
        ${x - 2},${s * 4} ${x - 2},${s * headRadius},0.8 ${x},${s * headRadius} ${x},${s * sleeveRadius}
        ${x + gripLength - 0.6},${s * sleeveRadius} ${x + gripLength - 0.6},${s * 4}
      `,
    )
  const bolt =
    rect('v', x - 1, -3.8, gripLength + 2, 7.6, 0.5) +
    path('t', d`M${[x - 1, -3.2]}H${x + gripLength + 1}M${[x - 1, 3.2]}H${x + gripLength + 1}`) +
    rect('v', x + gripLength, -headRadius, 2.6, 2 * headRadius, 0.9) +
    rect('h', x + gripLength - 1.6, -2.5, 4.2, 5)
  return bolt + wall(-1) + wall(1)
}
