import type { FigureBuilder } from '../../dimension-pen.ts'
import { points, polar, TAU, toRadians } from '../../geometry.ts'
import { hasNumber, labelOf, readCount, readSize } from '../../parameters.ts'
import {
  armData,
  type Corner,
  corners,
  hexagon,
  mirrorCorners,
  outline,
  splinedShaftData,
} from '../../shapes.ts'
import {
  bothSides,
  circle,
  crosshair,
  d,
  line,
  path,
  polygon,
  rect,
  repeat,
} from '../../svg-elements.ts'

/** A post mount disc caliper from the side, with the rotor in phantom lines. */
export const discCaliper: FigureBuilder = (parameters) => {
  const spacing = readSize(parameters, 'bolt_spacing_mm', 74, 50, 90)
  const pistons = readCount(parameters, 'pistons', 1, 1, 6)
  const s = spacing.value / 2
  return {
    box: [-s - 9, -44, 2 * s + 18, 74],
    draw(pen) {
      const { level, u } = pen
      const ears = outline(
        'v',
        points`
          ${-s - 9},-7 ${-s + 12},-8 ${s - 12},-8 ${s + 9},-7 ${s + 9},7 ${s - 12},9 ${-s + 12},9
          ${-s - 9},7
        `,
        5,
      )
      const block = outline('v', points`-24,-20 20,-24 26,-8 26,20 14,30 -16,30 -26,18 -27,-6`, 8)
      const slots = bothSides((k) => path('p', armData([k * s - 2.4, 0], 3.2, [k * s + 2.4, 0])))
      const bolts = bothSides(
        (k) => circle('v', k * s, 0, 4.6) + polygon('t', hexagon(5, k * s, 0)),
      )
      const lever =
        path('v', armData([0, 2], 12, [-26, -34], 6)) +
        circle('v', -26, -34, 3.2) +
        circle('v', 0, 2, 8) +
        polygon('p', hexagon(6, 0, 2))
      const stop = path('v', armData([24, -22], 6, [12, -6], 8)) + rect('v', 20, -40, 8, 14, 2)
      const body = ears + slots + bolts + block + stop + lever
      if (level === 'icon') return body
      const bores = repeat(pistons.value, (i) =>
        circle('h', (i - (pistons.value - 1) / 2) * 24, 14, pistons.value > 1 ? 10.5 : 13),
      )
      const rotor = path('g', d`M${[-s - 9, 34]}Q0 6 ${[s + 9, 34]}`)
      const views =
        rotor +
        body +
        bores +
        crosshair(-s, 0, 9 + 7 * u) +
        crosshair(s, 0, 9 + 7 * u) +
        pen.horizontalDimension(-s, s, 5, 5, 30 + pen.offset, spacing)
      if (level === 'card') return views
      return (
        views +
        pen.leader(
          11,
          20,
          s + 12,
          24,
          labelOf(pistons, '', pistons.value > 1 ? ' PISTONS' : ' PISTON'),
        )
      )
    },
  }
}

/** An adapter for a larger rotor: frame bolts below, caliper bolts above and offset. */
export const discAdapter: FigureBuilder = (parameters) => {
  const spacing = readSize(parameters, 'bolt_spacing_mm', 74, 50, 90)
  const lift = readSize(parameters, 'lift_mm', 10, 4, 40)
  const s = spacing.value / 2
  const h = lift.value
  const [shift, foot] = [7, 8]
  return {
    box: [-s - 10, -h - 2, 2 * s + 20 + shift, h + foot + 2],
    draw(pen) {
      const { level, u } = pen
      const body = outline(
        'v',
        points`
          ${-s - 10},${foot} ${-s - 10},${-h + 6} ${-s - 4},${-h} ${-s + shift + 10},${-h}
          ${-s + shift + 18},0 ${s - 14},0 ${s - 6},${-h} ${s + shift + 8},${-h}
          ${s + shift + 8},${foot}
        `,
        2.5,
      )
      const through = [-s, s].map((x) => rect('h', x - 3.2, -h, 6.4, h + foot)).join('')
      const threads = [-s + shift, s + shift - 1]
        .map((x) => path('t', d`M${[x - 2.4, -h]}v${h + 2}M${[x + 2.4, -h]}v${h + 2}`))
        .join('')
      if (level === 'icon') return body + threads
      const centres = [-s, s].map((x) => line('c', x, -h - 8 * u, x, foot + 8 * u)).join('')
      const views =
        body +
        through +
        centres +
        pen.horizontalDimension(-s, s, foot, foot, foot + pen.offset, spacing)
      if (level === 'card') return views
      return views + pen.verticalDimension(-h, 0, -s - 4, -s + shift + 18, -s - 10 - 26 * u, lift)
    },
  }
}

/** Thickness of the steel backing plate. */
const backing = 1.8

/** A disc brake pad from the front and side: backing plate with tab, hatched friction material. */
export const discPad: FigureBuilder = (parameters) => {
  const width = readSize(parameters, 'pad_width_mm', 27, 12, 60)
  const height = readSize(parameters, 'pad_height_mm', 25, 10, 50)
  const thickness = readSize(parameters, 'thickness_mm', 4, 2.4, 8)
  const [a, b] = [width.value / 2, height.value / 2]
  const x = a + 11
  return {
    box: [-a, -b - 11, 2 * a + 11 + thickness.value, 2 * b + 11],
    icon: [-a, -b - 11, 2 * a, 2 * b + 11],
    draw(pen) {
      const { level, u } = pen
      const corner: Corner[] = corners`
        ${a},${-b},3 ${a},${b * 0.45},3 ${a - Math.min(8, a * 0.4)},${b},3
      `
      const plate: Corner[] = [[4.5, -b - 11, 2], [4.5, -b, 2], ...corner]
      const inset = ([cx, cy]: Corner): Corner => [
        cx - 2.4,
        cy < 0 ? cy + 2.6 : cy - (cy === b ? 2 : 1.2),
        2,
      ]
      const lining = corner.map(inset)
      const front =
        outline('v', [...plate, ...mirrorCorners(plate).toReversed()]) +
        outline('x', [...lining, ...mirrorCorners(lining).toReversed()]) +
        circle('p', 0, -b - 6.5, 2)
      if (level === 'icon') return front
      const views =
        front +
        line('v', 0, -b + 2.6, 0, b - 2) +
        line('c', 0, -b - 11 - 8 * u, 0, b + 8 * u) +
        line('c', -5 * u - 2, -b - 6.5, 2 + 5 * u, -b - 6.5) +
        rect('v', x, -b - 11, backing, 2 * b + 11) +
        rect('x', x + backing, -b + 2.6, thickness.value - backing, 2 * b - 4.6) +
        pen.horizontalDimension(-a, a, 0, 0, b + pen.offset, width)
      if (level === 'card') return views
      return (
        views +
        pen.horizontalDimension(x, x + thickness.value, b, b - 2, b + pen.offset, thickness) +
        pen.verticalDimension(-b, b, -4.5, -a + 8, -a - pen.offset, height)
      )
    },
  }
}

/** Angle between the inner and outer end of an arm, in radians. */
const armSweepAngle = 0.62

/** Number of hole rows around the track. */
const holeRowCount = 18

/** A disc rotor from the front: perforated track, swept arms, and bolts or a centre lock. */
export const rotor: FigureBuilder = (parameters) => {
  const diameter = readSize(parameters, 'rotor_diameter_mm', 160, 120, 260)
  const thickness = readSize(parameters, 'thickness_mm', 1.8, 1, 4)
  const isBolted = hasNumber(parameters, 'bolts') || !hasNumber(parameters, 'rotor_diameter_mm')
  const bolts = readCount(parameters, 'bolts', 6, 3, 8)
  const boltCircle = readSize(parameters, 'bolt_circle_mm', 44, 36, 60)
  const R = diameter.value / 2
  const track = R - 15.5
  const hub = boltCircle.value / 2
  return {
    box: [-R, -R, 2 * R, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const body = circle('v', 0, 0, R) + armOpenings(bolts.value, hub + 6.5, track - 3)
      const middle = isBolted
        ? boltedMount(bolts.value, hub, level === 'icon' ? 2.2 : 2.6)
        : centreLockMount(hub)
      if (level === 'icon') {
        const holes = repeat(9, (i) => circle('p', ...polar(track + 7, (i * TAU) / 9), 3))
        return body + holes + middle
      }
      const views =
        body +
        perforation(track) +
        middle +
        (isBolted ? circle('c', 0, 0, hub) : '') +
        crosshair(0, 0, R + 10 * u) +
        pen.horizontalDimension(-R, R, 0, 0, R + pen.offset, labelOf(diameter, 'Ø'))
      if (level === 'card') return views
      return (
        views +
        circle('t', 0, 0, track) +
        pen.radialLeader(
          isBolted ? hub : 17,
          toRadians(-36),
          R - hub + 44 * u,
          isBolted ? labelOf(boltCircle, `${bolts.value} × Ø5.2 ON `) : 'CENTRE LOCK',
        ) +
        pen.radialLeader(R, toRadians(28), 34 * u, labelOf(thickness, '', ' THICK'))
      )
    },
  }
}

/** Draws the openings between the arms. Radii are in millimetres. */
function armOpenings(armCount: number, innerRadius: number, outerRadius: number): string {
  const step = TAU / armCount
  const between = (innerRadius + outerRadius) / 2 - 2
  return repeat(armCount, (i) => {
    const angle = i * step - Math.PI / 2
    const outerStart = polar(outerRadius, angle + armSweepAngle + 0.075)
    const outerEnd = polar(outerRadius, angle + armSweepAngle + step - 0.075)
    const innerStart = polar(innerRadius, angle + 0.2)
    const innerEnd = polar(innerRadius, angle + step)
    const startControl = polar(between, angle + armSweepAngle * 0.34 + 0.03)
    const endControl = polar(between, angle + step + armSweepAngle * 0.34 - 0.03)
    const outerEdge = d`Q${startControl} ${outerStart}A${outerRadius} ${outerRadius} 0 0 1 ${outerEnd}`
    const innerEdge = d`Q${endControl} ${innerEnd}A${innerRadius} ${innerRadius} 0 0 0 ${innerStart}`
    return path('p', d`M${innerStart}${outerEdge}${innerEdge}Z`)
  })
}

/** Staggered rows of four holes, with a slot between rows. */
const perforation = (trackRadius: number): string =>
  repeat(holeRowCount, (i) => {
    const at = (r: number, k: number) => polar(r, ((i + k) * TAU) / holeRowCount)
    const holes = repeat(4, (j) => circle('p', ...at(trackRadius + 2.6 + j * 3.5, j * 0.2), 1.45))
    return (
      holes + path('p', armData(at(trackRadius + 5.2, 0.72), 1.3, at(trackRadius + 11.2, 0.86)))
    )
  })

/** Radius of the hole in the middle of a bolted rotor. */
const centreHoleRadius = 17.5

/** Draws the centre hole and the bolt holes of a bolted rotor. Radii are in millimetres. */
const boltedMount = (boltCount: number, boltCircleRadius: number, holeRadius: number): string =>
  circle('p', 0, 0, centreHoleRadius) +
  repeat(boltCount, (i) =>
    // 0.1 rad moves each hole to the middle of the inner end of an arm.
    circle('p', ...polar(boltCircleRadius, (i * TAU) / boltCount - Math.PI / 2 + 0.1), holeRadius),
  )

const centreLockMount = (radius: number): string =>
  circle('v', 0, 0, radius + 1) +
  circle('t', 0, 0, radius - 1.5) +
  path('p', splinedShaftData(18, 17.6, 15.8))
