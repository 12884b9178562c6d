import type { Family } from '../../figure.ts'
import { dimensionLabel, readCount, readSize, readTeeth } from '../../parameters.ts'
import { pitch, pitchRadius, rootRadius, teeth, tipRadius } from '../../sprocket.ts'
import {
  circle,
  crosshair,
  d,
  type Point,
  pathWithHoles,
  polar,
  repeat,
  TAU,
  toRadians,
} from '../../strokes.ts'

/** Radius of the tab around a chainring bolt. */
const tab = 8

/** The angle of the first bolt: four bolts sit on the diagonals, any other number has one on top. */
const firstBolt = (bolts: number) => (bolts === 4 ? Math.PI / 4 : -Math.PI / 2)

/** The positions of bolts on a circle. */
export const boltPositions = (bolts: number, radius: number, first = firstBolt(bolts)): Point[] =>
  Array.from({ length: bolts }, (_, i) => polar(radius, first + (i * TAU) / bolts))

/** Path data of the opening inside a ring of z teeth, with a tab for each bolt. */
export function ringWindow(
  z: number,
  bolts: number,
  boltRadius: number,
  first = firstBolt(bolts),
): string {
  const inner = Math.min(pitchRadius(z) - 9.5, rootRadius(z) - 3)
  const edge = boltRadius + 6 > inner ? Math.min(inner, boltRadius + 3) : inner
  const half = Math.asin(tab / boltRadius)
  const between = (edge + boltRadius) / 2
  return `${repeat(bolts, (i) => {
    const a = first + (i * TAU) / bolts
    const [from, to] = [a - half - 0.12, a + half + 0.12]
    const next = polar(edge, from + TAU / bolts)
    return d`${i ? 'L' : 'M'}${polar(edge, from)}Q${polar(between, a - half * 1.06)} ${polar(boltRadius, a - half)}A${tab} ${tab} 0 0 0 ${polar(boltRadius, a + half)}Q${polar(between, a + half * 1.06)} ${polar(edge, to)}A${edge} ${edge} 0 0 1 ${next}`
  })}Z`
}

/** A chainring from the front, with teeth, bolt circle and opening. */
export const chainring: Family = (parameters) => {
  const { list, known } = readTeeth(parameters, [44])
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
        teeth(z, { rotation: -Math.PI / 2 }) + ringWindow(z, bolts.value, hub),
      )
      const holes = positions.map(([x, y]) => circle('p', x, y, 5)).join('')
      if (level === 'icon') return ring + holes
      const centres = circle('c', 0, 0, R) + circle('c', 0, 0, hub) + crosshair(0, 0, tip + 10 * u)
      const tipLabel = known ? `Ø${(2 * tip).toFixed(1)}` : ''
      const below = pen.horizontalDimension(-tip, tip, 0, 0, tip + pen.dimensionOffset, tipLabel)
      if (level === 'card') return ring + holes + centres + below
      const recesses = positions.map(([x, y]) => circle('t', x, y, 6.6)).join('')
      const first = firstBolt(bolts.value)
      const onTheLeft = bolts.value === 4 ? first + Math.PI : first - TAU / bolts.value
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
          known ? `P.C.D. ${(2 * R).toFixed(1)}` : '',
        ) +
        pen.radialLeader(
          hub,
          onTheLeft,
          tip - hub + 44 * u,
          dimensionLabel(bcd, `${bolts.value} × Ø10 ON `),
        ) +
        pen.radialLeader(tip, toRadians(32), 40 * u, known ? `${z}T × ${pitch}` : '')
      )
    },
  }
}
