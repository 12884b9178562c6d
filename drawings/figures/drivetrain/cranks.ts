import type { FigureBuilder, Pen } from '../../dimension-pen.ts'
import { type Point, points, polar, toRadians } from '../../geometry.ts'
import { hasNumber, labelOf, readCount, readSize, readTeeth, type Size } from '../../parameters.ts'
import {
  armData,
  type Corner,
  corners,
  hexagon,
  outline,
  revolvedBody,
  roundedOutlineData,
  thread,
} from '../../shapes.ts'
import { rootRadius, teethData, tipRadius } from '../../sprocket.ts'
import {
  bothSides,
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
import { boltPositions, ringOpeningData } from './chainrings.ts'

/** A crankset from the chain side, with rings, spider and arm. */
export const crankset: FigureBuilder = (parameters) => {
  const { list, isKnown } = readTeeth(parameters, [44])
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
          const inside =
            hub > 16 && hub + 7 < rootRadius(z) ? ringOpeningData(z, bolts, hub, first) : ''
          return pathWithHoles('v', teethData(z, { rotation: -Math.PI / 2 }) + inside)
        })
        .reverse()
        .join('')
      const body = drawn + spider(boltPositions(bolts, radius, first)) + crankArm(length.value, 0)
      if (level === 'icon') return body
      const views =
        body +
        crosshair(0, 0, R + 10 * u) +
        line('c', length.value, -22, length.value, 22) +
        line('c', R + 10 * u, 0, length.value + 14.5 + 8 * u, 0) +
        pen.horizontalDimension(0, length.value, R, 15, R + pen.offset, length)
      if (level === 'card') return views
      return (
        views +
        circle('c', 0, 0, radius) +
        groove(length.value) +
        pen.radialLeader(R, toRadians(-38), 30 * u, isKnown ? `${rings.join('/')}T` : '') +
        pen.leader(length.value + 10, -10, length.value - 10 * u, -40 * u - 15, '9/16 × 20 TPI')
      )
    },
  }
}

/** Chooses the largest bolt circle that fits inside the second ring, or inside the only ring. */
function chooseBolts(rings: readonly number[]): { bolts: number; radius: number } {
  const carrierRadius = rootRadius(rings[1] ?? rings[0] ?? 44)
  const widest = rings.length > 2 ? [104, 64] : [130, 110, 104, 64]
  const circleOfBolts = widest.find((bcd) => bcd / 2 + 8 <= carrierRadius + 1) ?? 58
  return { bolts: circleOfBolts > 104 ? 5 : 4, radius: circleOfBolts / 2 }
}

/** The forged recess along the arm. */
const groove = (length: number) =>
  path('t', `M34 -10.5Q28 0 34 10.5L${length - 27} 7Q${length - 21} 0 ${length - 27} -7Z`)

/** A bottom bracket in half section: a cartridge with axle, or cups for a through axle. */
export const bottomBracket: FigureBuilder = (parameters) => {
  const shell = readSize(parameters, 'shell_width_mm', 68, 60, 140)
  if (hasNumber(parameters, 'bore_mm'))
    return buildCups(shell, readSize(parameters, 'bore_mm', 24, 15, 32))
  return buildCartridge(
    shell,
    readSize(parameters, 'axle_length_mm', shell.value + 50, shell.value + 20, 200),
  )
}

/** Radius of the shell thread. */
const shellThreadRadius = 17.4

function buildCartridge(shell: Size, axle: Size) {
  const [s, a] = [shell.value / 2, axle.value / 2]
  const isBritish = shell.isKnown && (shell.value === 68 || shell.value === 73)
  return {
    box: [-a, -shellThreadRadius - 4.5, 2 * a, 2 * shellThreadRadius + 9] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const unit = rect('v', 2 - s, -shellThreadRadius, 2 * s - 4, 2 * shellThreadRadius)
      const bothCups = bothSides((k) => cup(k, s, level !== 'icon'))
      const spindle =
        revolvedBody(
          points`
            ${-a},5.4 ${1 - a},6.2 ${20 - a},7.4 ${-s - 1},7.5 ${s + 1},7.5 ${a - 20},7.4
            ${a - 1},6.2 ${a},5.4
          `,
        ) +
        bothSides((k) =>
          polygon(
            't',
            points`${k * (a - 1)},-3.6 ${k * (a - 19)},-4.6 ${k * (a - 19)},4.6 ${k * (a - 1)},3.6`,
          ),
        )
      if (level === 'icon') return unit + bothCups + spindle
      const views =
        frameShell(s, shellThreadRadius) +
        unit +
        bothCups +
        spindle +
        rect('h', -a, -3, 16, 6) +
        rect('h', a - 16, -3, 16, 6) +
        line('c', -a - 10 * u, 0, a + 10 * u, 0)
      const across = pen.horizontalDimension(
        -a,
        a,
        5.4,
        5.4,
        shellThreadRadius + 4.5 + pen.offset,
        axle,
      )
      if (level === 'card') return views + across
      return (
        views +
        across +
        pen.horizontalDimension(
          -s,
          s,
          -shellThreadRadius - 4.5,
          -shellThreadRadius - 4.5,
          -shellThreadRadius - 4.5 - 26 * u,
          shell,
        ) +
        pen.leader(
          s - 6,
          -shellThreadRadius,
          a - 4,
          -shellThreadRadius - 4.5 - 34 * u,
          isBritish ? '1.37 × 24 TPI' : '',
        )
      )
    },
  }
}

/** One cup of a cartridge: cut in the upper half, uncut in the lower half. */
function cup(side: number, halfShell: number, isDetailed: boolean): string {
  const x = (at: number) => side * at
  const race = d`M${[x(halfShell + 4), -shellThreadRadius - 2]}h${-side * 4}v2h${-side * 14}v5h${side * 18}Z`
  const left = (from: number, to: number) => Math.min(x(from), x(to))
  return (
    path('x', race) +
    rect(
      'v',
      left(halfShell - 7, halfShell + 3),
      5 - shellThreadRadius,
      10,
      shellThreadRadius - 12.5,
    ) +
    circle('v', x(halfShell - 2), 5 - shellThreadRadius + (shellThreadRadius - 12.5) / 2, 2.4) +
    rect('v', left(halfShell, halfShell + 4), 0, 4, shellThreadRadius + 2) +
    rect('v', left(halfShell - 14, halfShell), 0, 14, shellThreadRadius) +
    (isDetailed
      ? repeat(4, (i) =>
          line(
            't',
            x(halfShell),
            (shellThreadRadius * (i + 1)) / 5,
            x(halfShell + 4),
            (shellThreadRadius * (i + 1)) / 5,
          ),
        )
      : '')
  )
}

/** Cups for a through axle, outboard or press-fit. `hole` is the diameter of the axle hole. */
function buildCups(shell: Size, hole: Size) {
  const s = shell.value / 2
  const [r, isPressFit] = [hole.value / 2, shell.value >= 84]
  // Outboard cups sit beside the shell. Press-fit cups hold their bearings inside it.
  const [out, cupRadius] = isPressFit ? [2, 20.5] : [11, 22]
  const housing = isPressFit ? 20.5 : shellThreadRadius
  const end = s + out
  return {
    box: [-end - 3, -cupRadius - 4.5, 2 * end + 6, 2 * cupRadius + 9] as const,
    draw(pen: Pen) {
      const { level, u } = pen
      const sleeve = rect('v', 8 - s, -r - 2.4, 2 * s - 16, 2 * r + 4.8)
      if (level === 'icon')
        return sleeve + bothSides((k) => plainCup(k, s, end, cupRadius, housing))
      const body = sleeve + bothSides((k) => openCup(k, s, end, cupRadius, r, housing, isPressFit))
      const views =
        frameShell(s, housing) +
        body +
        path('g', d`M${[-end - 6, -r]}H${end + 6}M${[-end - 6, r]}H${end + 6}`) +
        line('c', -end - 14 * u, 0, end + 14 * u, 0)
      const across = pen.horizontalDimension(
        -s,
        s,
        housing,
        housing,
        cupRadius + 4.5 + pen.offset,
        shell,
      )
      if (level === 'card') return views + across
      return (
        views +
        across +
        pen.verticalDimension(-r, r, -end - 3, -end - 3, -end - 3 - pen.offset, labelOf(hole, 'Ø'))
      )
    },
  }
}

/** An uncut cup for the icon: a sleeve inside the shell, and the notched rim. */
const plainCup = (
  side: number,
  halfShell: number,
  end: number,
  cupRadius: number,
  housingRadius: number,
) =>
  rect('v', side < 0 ? -halfShell : halfShell - 13, -housingRadius, 13, 2 * housingRadius) +
  rect('v', side < 0 ? -end : halfShell, -cupRadius, end - halfShell, 2 * cupRadius) +
  [-0.5, 0, 0.5]
    .map((y) => line('t', side * halfShell, y * cupRadius, side * end, y * cupRadius))
    .join('')

/** A cup for a through axle: cut in the upper half, uncut in the lower half. */
function openCup(
  side: number,
  halfShell: number,
  end: number,
  cupRadius: number,
  axleRadius: number,
  housingRadius: number,
  isPressFit: boolean,
) {
  const x = (at: number) => side * at
  const bearing = isPressFit ? halfShell - 8 : halfShell + 2
  const left = (from: number, to: number) => Math.min(x(from), x(to))
  const wall = Math.max(axleRadius + 6.5, housingRadius - 3)
  const cut = d`M${[x(end), -cupRadius]}H${x(halfShell)}V${-housingRadius}H${x(halfShell - 13)}V${-wall}H${x(bearing)}V${-axleRadius - 6.5}H${x(end)}Z`
  return (
    path('x', cut) +
    rect('v', left(bearing, bearing + 7), -axleRadius - 6.5, 7, 6.5) +
    circle('v', x(bearing + 3.5), -axleRadius - 3.25, 2) +
    rect('v', left(halfShell - 13, halfShell), axleRadius, 13, housingRadius - axleRadius) +
    rect('v', left(halfShell, end), axleRadius, end - halfShell, cupRadius - axleRadius) +
    (isPressFit
      ? ''
      : repeat(5, (i) =>
          line(
            't',
            x(halfShell),
            axleRadius + ((cupRadius - axleRadius) * (i + 1)) / 6,
            x(end),
            axleRadius + ((cupRadius - axleRadius) * (i + 1)) / 6,
          ),
        ))
  )
}

/** The shell of the frame, in phantom lines. */
const frameShell = (halfShell: number, boreRadius: number) =>
  rect('g', -halfShell, -boreRadius - 4.5, 2 * halfShell, 4.5) +
  rect('g', -halfShell, boreRadius, 2 * halfShell, 4.5)

/** A pedal from above, with its thread to the right. Length is along the foot, width along the axle. */
export const pedal: FigureBuilder = (parameters) => {
  const length = readSize(parameters, 'body_length_mm', 96, 40, 160)
  const width = readSize(parameters, 'body_width_mm', 90, 40, 140)
  const pins = readCount(parameters, 'pins', 0, 1, 24)
  const [w, h] = [width.value, length.value / 2]
  const kind = pins.isKnown
    ? 'platform'
    : hasNumber(parameters, 'body_width_mm') && w < 70
      ? 'cleat'
      : 'block'
  return {
    box: [0, -h, w + 31, 2 * h],
    draw(pen) {
      const { level, u } = pen
      const axle = revolvedBody(
        points`
          -2,4.5 ${w - 4},5.5 ${w + 6},7.5 ${w + 10},7.5 ${w + 10},9 ${w + 15},9 ${w + 15},7.1
          ${w + 30},7.1 ${w + 31},6.2
        `,
      )
      const body = { platform: platformPedalCage, cleat, block }[kind](w, h)
      const studs = pins.isKnown ? pedalPins(pins.value, w, h, level === 'icon' ? 2.6 : 1.9) : ''
      if (level === 'icon') return axle + body + studs
      const views =
        axle +
        thread(w + 15, w + 30.5, 6.1) +
        body +
        studs +
        line('c', -9 * u, 0, w + 31 + 9 * u, 0) +
        pen.verticalDimension(-h, h, 14, 14, -pen.offset, length)
      if (level === 'card') return views
      return (
        views +
        rect('h', 2, -4.5, w - 4, 9) +
        pen.horizontalDimension(0, w, h - 14, h - 14, h + pen.offset, width) +
        pen.leader(w + 24, -7.1, w + 26, -h + 4 * u, '9/16 × 20 TPI') +
        pen.leader(w / 2 + 2, 5 - h, w * 0.75, -h - 24 * u, labelOf(pins, '', ' PINS A SIDE'))
      )
    },
  }
}

/** Path data of the cage's outline. In all pedal bodies, `w` is the width and `h` half of the length. */
const cageOutlineData = (w: number, h: number): string =>
  roundedOutlineData(
    corners`
      0,${14 - h} 6,${-h},10 ${w - 6},${-h},10 ${w},${12 - h} ${w},${h - 12} ${w - 6},${h},10
      6,${h},10 0,${h - 14} 2,0
    `,
    6,
  )

/** Draws the cage of a platform pedal: two openings, and the axle sleeve between them. */
function platformPedalCage(w: number, h: number): string {
  const opening = (side: number): string =>
    roundedOutlineData(
      points`
        14,${side * 12} ${w - 12},${side * 12} ${w - 14},${side * (h - 9)} 14,${side * (h - 9)}
      ` as Corner[],
      5,
    )
  return (
    pathWithHoles('v', cageOutlineData(w, h) + opening(-1) + opening(1)) +
    path('t', `M4 -9H${w - 2}M4 9H${w - 2}`)
  )
}

/** Traction pins along the front and rear edges of a platform pedal. */
function pedalPins(pinCount: number, w: number, h: number, radius: number): string {
  const front = Math.ceil(pinCount / 2)
  const edge = (count: number, side: number) =>
    repeat(count, (i) =>
      circle('v', count < 2 ? w / 2 : 10 + ((w - 20) * i) / (count - 1), side * (h - 4.5), radius),
    )
  return edge(front, -1) + edge(pinCount - front, 1)
}

/** A block pedal: a cage with two treaded blocks. */
function block(w: number, h: number): string {
  const rubber = (side: number) =>
    rect('v', 5, side > 0 ? 13 : 3 - h, w - 10, h - 16, 3) +
    repeat(5, (i) =>
      line('t', 5, side * (15 + ((h - 20) * i) / 4), w - 5, side * (15 + ((h - 20) * i) / 4)),
    )
  return (
    path('v', cageOutlineData(w, h)) +
    rubber(-1) +
    rubber(1) +
    path('t', `M4 -9H${w - 2}M4 9H${w - 2}`)
  )
}

/** A slim body with the jaws that hold a cleat. */
function cleat(w: number, h: number): string {
  const body = roundedOutlineData(
    points`
      8,${-h} ${w - 8},${-h} ${w},${-h * 0.5} ${w},${h * 0.5} ${w - 8},${h} 8,${h} 0,${h * 0.5}
      0,${-h * 0.5}
    `,
    8,
  )
  const jaw = (side: number) =>
    outline(
      'v',
      points`
        10,${side * h * 0.86} ${w - 10},${side * h * 0.86} ${w - 14},${side * 13} ${w * 0.64},${side * 13}
        ${w * 0.58},${side * 19} ${w * 0.42},${side * 19} ${w * 0.36},${side * 13} 14,${side * 13}
      `,
      3,
    ) + circle('v', w / 2, side * h * 0.68, 3.4)
  return path('v', body) + rect('t', 8, -10, w - 16, 20, 2) + jaw(-1) + jaw(1)
}

/** Radii of a crank arm at the spindle and at the pedal. */
const [boss, eye] = [21, 14.5]

/** Draws a crank arm from the spindle at the origin to the pedal thread, seen from outside. `angle` is in radians. */
export function crankArm(length: number, angle: number): string {
  const pedal = polar(length, angle)
  return (
    path('v', armData([0, 0], boss, pedal, eye)) +
    circle('v', 0, 0, 12) +
    polygon('p', points`0,-9 9,0 0,9 -9,0`) +
    circle('p', ...pedal, 6.6) +
    path('t', d`M${[pedal[0] + 7.6, pedal[1]]}A7.6 7.6 0 1 1 ${[pedal[0], pedal[1] - 7.6]}`)
  )
}

/** Draws the spider that carries the chainrings, with an arm and a bolt at each position. */
export function spider(boltPositions: readonly Point[]): string {
  const arms = boltPositions.map(([x, y]) => {
    const [r, a] = [Math.hypot(x, y), Math.atan2(y, x)]
    const at = (along: number, across: number): Point => [
      along * Math.cos(a) - across * Math.sin(a),
      along * Math.sin(a) + across * Math.cos(a),
    ]
    const waist = r * 0.65
    return (
      path(
        'v',
        d`M${at(16, 9)}Q${at(waist, 4)} ${at(r, 7.6)}A7.6 7.6 0 0 0 ${at(r, -7.6)}Q${at(waist, -4)} ${at(16, -9)}`,
      ) +
      circle('v', x, y, 5) +
      polygon('t', hexagon(5, x, y))
    )
  })
  return arms.join('') + circle('v', 0, 0, 19)
}
