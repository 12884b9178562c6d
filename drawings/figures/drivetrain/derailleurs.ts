import type { FigureBuilder } from '../../dimension-pen.ts'
import { type Point, points, polar, toRadians } from '../../geometry.ts'
import { labelOf, readCount, readSize } from '../../parameters.ts'
import { armData, corners, hexagon, outline, roundedOutlineData, sectorData } from '../../shapes.ts'
import { teethData, tipRadius } from '../../sprocket.ts'
import {
  circle,
  circleData,
  crosshair,
  d,
  line,
  path,
  pathWithHoles,
  polygon,
  rect,
  repeat,
} from '../../svg-elements.ts'

/** A front derailleur from the chain side, with cage, link and clamp band. */
export const frontDerailleur: FigureBuilder = (parameters) => {
  const teeth = readCount(parameters, 'outer_ring_teeth', 48, 22, 60)
  const band = readSize(parameters, 'band_mm', 34.9, 25, 45)
  const R = tipRadius(teeth.value) + 2
  const [from, to] = [toRadians(-122), toRadians(-58)]
  const r = band.value / 2
  const top = R + 62
  const [left, right] = [polar(R, from)[0] - 8, polar(R, to)[0] + 4]
  return {
    box: [left, -top - 10, Math.max(right, r + 8) - left, top + 10 - R * 0.7],
    draw(pen) {
      const { level, u } = pen
      const inner = path('v', sectorData(R - 14, R + 14, from - 0.05, to - 0.12))
      const outer =
        path('v', sectorData(R - 10, R + 10, from, to)) +
        path(
          't',
          d`M${polar(R + 5, from + 0.05)}A${R + 5} ${R + 5} 0 0 1 ${polar(R + 5, to - 0.05)}`,
        )
      const tail = path('v', sectorData(R - 8, R + 8, from - 0.02, from + 0.07))
      const link =
        path('v', armData([8, -R - 14], 9, [2, -R - 44], 9)) +
        circle('v', 8, -R - 12, 4) +
        circle('v', 2, -R - 44, 4)
      const clamp =
        rect('v', -r - 4, -top + 4, 2 * r + 8, 18, 2) +
        rect('v', r + 4, -top + 7, 9, 12, 1) +
        line('t', r + 4, -top + 13, r + 13, -top + 13)
      const lever =
        path('v', armData([-2, -R - 32], 5, [-18, -R - 24], 4)) + circle('p', -18, -R - 24, 1.6)
      const body = inner + outer + tail + lever + link + clamp
      if (level === 'icon') return body
      const tube = path('g', d`M${[-r, -top - 10]}V${-R - 20}M${[r, -top - 10]}V${-R - 20}`)
      const ring = path(
        'g',
        d`M${polar(R - 2, from - 0.16)}A${R - 2} ${R - 2} 0 0 1 ${polar(R - 2, to + 0.16)}`,
      )
      const views =
        tube +
        ring +
        body +
        line('c', 0, -top - 10 - 6 * u, 0, -R - 20) +
        pen.horizontalDimension(-r, r, -top - 10, -top - 10, -top - 10 - 20 * u, labelOf(band, 'Ø'))
      if (level === 'card') return views
      return views + pen.radialLeader(R - 2, to + 0.13, -34 * u, labelOf(teeth, '', 'T'))
    },
  }
}

/** Angle of the cage in radians, from the guide pulley to the tension pulley. */
const cageAngle = toRadians(90)

/** A rear derailleur from the chain side, with knuckles, parallelogram, cage and pulleys. */
export const rearDerailleur: FigureBuilder = (parameters) => {
  const cage = readSize(parameters, 'cage_length_mm', 89, 40, 140)
  const pulleys = readCount(parameters, 'pulley_teeth', 11, 9, 18)
  const largest = readCount(parameters, 'max_sprocket_teeth', 34, 20, 60)
  const capacity = readCount(parameters, 'capacity_teeth', 43, 10, 60)
  const tip = tipRadius(pulleys.value)
  const knuckle: Point = [22, 44]
  const guide: Point = [20, 62]
  const tension = polar(cage.value, cageAngle, ...guide)
  const [left, right] = [-18, tension[0] + tip]
  return {
    box: [left, -16, right - left, tension[1] + tip + 16],
    draw(pen) {
      const { level, u } = pen
      const back = path('v', armData(guide, 11, tension, 10))
      const wheels = [guide, tension]
        .map(
          ([x, y], i) =>
            path('v', teethData(pulleys.value, { cx: x, cy: y, rotation: i })) +
            circle('t', x, y, tip * 0.6),
        )
        .join('')
      const front =
        path('v', armData(guide, 7.5, tension, 7.5)) +
        path(
          'p',
          armData(polar(18, cageAngle, ...guide), 3.6, polar(cage.value - 18, cageAngle, ...guide)),
        )
      const bolts = [guide, tension]
        .map(([x, y]) => circle('v', x, y, 4) + circle('t', x, y, 1.8))
        .join('')
      const links =
        path('v', armData([-4, 6], 9, [12, 44], 9)) +
        path('v', armData([8, 2], 7, [26, 38], 7)) +
        line('t', 2, 10, 16, 40)
      const knuckles =
        circle('v', ...knuckle, 13) +
        circle('t', ...knuckle, 9) +
        circle('v', 0, 0, 13) +
        circle('v', 0, 0, 7) +
        polygon('p', hexagon(5))
      const cable = rect('v', -14, 25, 16, 8, 2)
      const body = back + wheels + front + bolts + cable + links + knuckles
      if (level === 'icon') return body
      const hanger = path(
        'g',
        d`M-14 ${-16 - 4 * u}Q-12 -8 -12 0A12 12 0 0 0 12 0Q12 -8 10 ${-16 - 4 * u}`,
      )
      const beside = right + 26 * u
      const views =
        hanger +
        body +
        crosshair(0, 0, 13 + 8 * u) +
        crosshair(...guide, 10 + 6 * u) +
        crosshair(...tension, tip + 8 * u) +
        pen.verticalDimension(guide[1], tension[1], guide[0] + tip, tension[0], beside, cage)
      if (level === 'card') return views
      return (
        views +
        pen.leader(
          tension[0] - tip * 0.8,
          tension[1] + tip * 0.6,
          left - 20 * u,
          tension[1] + tip - 6 * u,
          labelOf(pulleys, '', 'T'),
        ) +
        pen.leader(-13, 0, -18 - 24 * u, -16, labelOf(largest, 'MAX ', 'T')) +
        pen.leader(-4, 22, -18 - 30 * u, 24, labelOf(capacity, 'CAPACITY ', 'T'))
      )
    },
  }
}

/** A trigger shifter from above: clamp, pod with a mark for each gear, and two levers. */
export const shifter: FigureBuilder = (parameters) => {
  const clamp = readSize(parameters, 'clamp_mm', 22.2, 15, 40)
  const speeds = readCount(parameters, 'speeds_rear', 8, 2, 14)
  const r = clamp.value / 2
  const [cx, cy] = [20, r + 26]
  return {
    box: [-26, -r - 6, 102, 2 * r + 60],
    draw(pen) {
      const { level, u } = pen
      const band = rect('v', -8, -r - 3.5, 16, 2 * r + 7, 2) + rect('v', -5, -r - 6, 10, 4, 1)
      const thumb = outline(
        'v',
        points`
          ${cx},${cy + 8} ${cx + 26},${cy + 12} ${cx + 44},${cy + 4} ${cx + 50},${cy + 12}
          ${cx + 34},${cy + 24} ${cx + 4},${cy + 26}
        `,
        6,
      )
      const release = outline(
        'v',
        points`
          ${cx + 10},${cy - 12} ${cx + 34},${cy - 16} ${cx + 44},${cy - 20} ${cx + 46},${cy - 12}
          ${cx + 34},${cy - 4} ${cx + 10},${cy + 2}
        `,
        4,
      )
      const pod = outline(
        'v',
        points`
          -10,${r + 3} 24,${r + 4} 46,${cy - 8} 44,${cy + 12} 24,${cy + 24} -6,${cy + 16}
          -14,${cy}
        `,
        10,
      )
      const barrel = rect('v', -16, cy - 5, 9, 10, 2)
      const body = barrel + thumb + release + pod + band
      if (level === 'icon') return body + circle('t', cx - 4, cy, 9)
      const mark = (i: number) => toRadians(-200 + (220 * i) / (speeds.value - 1))
      const dial =
        circle('v', cx - 4, cy, 15) +
        repeat(speeds.value, (i) =>
          path('t', d`M${polar(14, mark(i), cx - 4, cy)}L${polar(10.5, mark(i), cx - 4, cy)}`),
        ) +
        line('v', cx - 4, cy, ...polar(9, mark(speeds.value - 1), cx - 4, cy)) +
        circle('v', cx - 4, cy, 2)
      const bar = path('g', d`M-26 ${-r}H76M-26 ${r}H76`)
      const views =
        bar +
        body +
        dial +
        line('c', -26 - 6 * u, 0, 76 + 2 * u, 0) +
        pen.verticalDimension(-r, r, 76, 76, 76 + 28 * u, labelOf(clamp, 'Ø'))
      if (level === 'card') return views
      return (
        views +
        pen.leader(
          ...polar(14, toRadians(160), cx - 4, cy),
          -26,
          cy + 26,
          labelOf(speeds, '', ' GEARS'),
        )
      )
    },
  }
}

/** A derailleur hanger: a claw with a slot for bolted axles, or a plate for a thru axle. */
export const hanger: FigureBuilder = (parameters) => {
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
        line('c', side - 7 * u, drop, side + plate.value + 7 * u, drop)
      const thickness = pen.horizontalDimension(
        side,
        side + plate.value,
        drop + 10,
        drop + 10,
        drop + 10 + 24 * u,
        plate,
      )
      if (level === 'card')
        return (
          views + pen.leader(-r * 0.71, -r * 0.71, -24 - 6 * u, -18 - 6 * u, labelOf(axle, 'Ø'))
        )
      return (
        views +
        thickness +
        pen.leader(-r * 0.71, -r * 0.71, -24 - 10 * u, -18 - 6 * u, labelOf(axle, 'Ø')) +
        pen.leader(hole[0] - 3.6, hole[1] + 3.6, -24, drop + 16, axle.isKnown ? 'M10 × 1' : '')
      )
    },
  }
}

/** A plate with a hole for the axle and a tail to the derailleur bolt. */
function thruAxlePlate(axleRadius: number, [x, y]: [number, number]): string {
  const outline = roundedOutlineData(
    corners`
      -15,-10,10 -4,-18,10 12,-16,10 18,0,10 20,${y - 6},8 ${x + 9},${y + 8},9 ${x - 8},${y + 9},9
      -2,${y - 8},8 -15,10,10
    `,
  )
  return pathWithHoles('v', outline + circleData(axleRadius)) + circle('t', 0, 0, axleRadius + 3.5)
}

/**
 * A claw: an open slot for the axle, a slotted hole for the bolt that fixes the claw, and a tail to the derailleur bolt.
 */
function claw(axleRadius: number, [x, y]: [number, number]): string {
  const outline = roundedOutlineData(
    corners`
      -24,${-axleRadius},1 -24,-16,6 12,-18,8 20,-6,8 16,${y - 8},8 ${x + 10},${y + 6},8
      ${x - 4},${y + 10},8 ${x - 10},${y},7 2,14,8 -24,14,6 -24,${axleRadius},1 0,${axleRadius},${axleRadius} ${axleRadius},0,${axleRadius}
      0,${-axleRadius},${axleRadius}
    `,
  )
  return path('v', outline) + path('p', armData([-19, -10.5], 2.6, [-11, -10.5]))
}
