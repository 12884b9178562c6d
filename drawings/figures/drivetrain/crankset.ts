import { crankArm, spider } from '../../crank-arm.ts'
import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize, readTeeth } from '../../parameters.ts'
import { rootRadius, teeth, tipRadius } from '../../sprocket.ts'
import { circle, crosshair, path, pathWithHoles, stroke, toRadians } from '../../strokes.ts'
import { boltPositions, ringWindow } from './chainring.ts'

/** A crankset from the chain side, with rings, spider and arm. */
export const crankset: Family = (parameters) => {
  const { list, known } = readTeeth(parameters, [44])
  const rings = [...list].sort((a, b) => b - a).slice(0, 3)
  const length = readSize(parameters, 'arm_length_mm', 170, 120, 190)
  const outer = rings[0] ?? 44
  const R = tipRadius(outer)
  const { bolts, radius } = chooseBolts(rings)
  // With five arms, one is behind the crank.
  const first = bolts === 5 ? 0 : Math.PI / 4
  return {
    box: [-R, -R, R + Math.max(R, length.value + 14.5), 2 * R],
    draw(pen) {
      const { level, u } = pen
      const shown = level === 'icon' ? rings.slice(0, 1) : rings
      const drawn = shown
        .map((z, i) => {
          const hub = i < 2 ? radius : Math.min(32, rootRadius(z) - 8)
          const inside = hub > 16 && hub + 7 < rootRadius(z) ? ringWindow(z, bolts, hub, first) : ''
          return pathWithHoles('v', teeth(z, { rotation: -Math.PI / 2 }) + inside)
        })
        .reverse()
        .join('')
      const body = drawn + spider(boltPositions(bolts, radius, first)) + crankArm(length.value, 0)
      if (level === 'icon') return body
      const views =
        body +
        crosshair(0, 0, R + 10 * u) +
        stroke('c', length.value, -22, length.value, 22) +
        stroke('c', R + 10 * u, 0, length.value + 14.5 + 8 * u, 0) +
        pen.horizontalDimension(
          0,
          length.value,
          R,
          15,
          R + pen.dimensionOffset,
          dimensionLabel(length),
        )
      if (level === 'card') return views
      return (
        views +
        circle('c', 0, 0, radius) +
        groove(length.value) +
        pen.radialLeader(R, toRadians(-38), 30 * u, known ? `${rings.join('/')}T` : '') +
        pen.leader(length.value + 10, -10, length.value - 10 * u, -40 * u - 15, '9/16 × 20 TPI')
      )
    },
  }
}

/** Chooses the largest bolt circle that the smallest ring still covers. */
function chooseBolts(rings: readonly number[]): { bolts: number; radius: number } {
  const carrierRadius = rootRadius(rings[1] ?? rings[0] ?? 44)
  const widest = rings.length > 2 ? [104, 64] : [130, 110, 104, 64]
  const circleOfBolts = widest.find((bcd) => bcd / 2 + 8 <= carrierRadius + 1) ?? 58
  return { bolts: circleOfBolts > 104 ? 5 : 4, radius: circleOfBolts / 2 }
}

/** The forged recess along the arm. */
const groove = (length: number) =>
  path('t', `M34 -10.5Q28 0 34 10.5L${length - 27} 7Q${length - 21} 0 ${length - 27} -7Z`)
