import type { Family } from '../../figure.ts'
import { dimensionLabel, readSize } from '../../parameters.ts'
import { arm, roundedOutline } from '../../shapes.ts'
import { circle, crosshair, d, disc, path, pathWithHoles, rect, stroke } from '../../strokes.ts'

/** A derailleur hanger: a claw with a slot for bolted axles, or a plate for a thru axle. */
export const hanger: Family = (parameters) => {
  const plate = readSize(parameters, 'plate_mm', 5, 2, 15)
  const axle = readSize(parameters, 'axle_diameter_mm', 10, 8, 20)
  const isThruAxle = axle.value >= 12
  const r = axle.value / 2
  const drop = isThruAxle ? 28 : 30
  const side = 46
  return {
    box: [-24, -18, side + plate.value + 26, drop + 28],
    icon: [-24, -18, 48, drop + 28],
    draw(pen) {
      const { level, u } = pen
      const hole: [number, number] = [isThruAxle ? 10 : 6, drop]
      const body = isThruAxle ? thruAxlePlate(r, hole) : claw(r, hole)
      const threadArc =
        circle('p', ...hole, 4.5) +
        (level === 'icon' ? '' : path('t', d`M${[hole[0] + 5, hole[1]]}a5 5 0 1 1 -5 -5`))
      if (level === 'icon') return body + threadArc
      const edge =
        rect('v', side, -18, plate.value, drop + 28, Math.min(1, plate.value / 4)) +
        rect('h', side, drop - 5, plate.value, 10)
      const views =
        body +
        threadArc +
        edge +
        crosshair(0, 0, 18 + 7 * u) +
        crosshair(...hole, 9 + 7 * u) +
        stroke('c', side - 7 * u, drop, side + plate.value + 7 * u, drop)
      const thickness = pen.horizontalDimension(
        side,
        side + plate.value,
        drop + 10,
        drop + 10,
        drop + 10 + 24 * u,
        dimensionLabel(plate),
      )
      if (level === 'card')
        return (
          views +
          pen.leader(-r * 0.71, -r * 0.71, -24 - 6 * u, -18 - 6 * u, dimensionLabel(axle, 'Ø'))
        )
      return (
        views +
        thickness +
        pen.leader(-r * 0.71, -r * 0.71, -24 - 10 * u, -18 - 6 * u, dimensionLabel(axle, 'Ø')) +
        pen.leader(hole[0] - 3.6, hole[1] + 3.6, -24, drop + 16, axle.known ? 'M10 × 1' : '')
      )
    },
  }
}

/** A plate with a hole for the axle and a tail to the derailleur bolt. */
function thruAxlePlate(r: number, [x, y]: [number, number]): string {
  const outline = roundedOutline([
    [-15, -10, 10],
    [-4, -18, 10],
    [12, -16, 10],
    [18, 0, 10],
    [20, y - 6, 8],
    [x + 9, y + 8, 9],
    [x - 8, y + 9, 9],
    [-2, y - 8, 8],
    [-15, 10, 10],
  ])
  return pathWithHoles('v', outline + disc(r)) + circle('t', 0, 0, r + 3.5)
}

/** A claw with an open slot, a slotted hole for its small bolt, and the tail. */
function claw(r: number, [x, y]: [number, number]): string {
  const outline = roundedOutline([
    [-24, -r, 1],
    [-24, -16, 6],
    [12, -18, 8],
    [20, -6, 8],
    [16, y - 8, 8],
    [x + 10, y + 6, 8],
    [x - 4, y + 10, 8],
    [x - 10, y, 7],
    [2, 14, 8],
    [-24, 14, 6],
    [-24, r, 1],
    [0, r, r],
    [r, 0, r],
    [0, -r, r],
  ])
  return path('v', outline) + path('p', arm([-19, -10.5], 2.6, [-11, -10.5]))
}
