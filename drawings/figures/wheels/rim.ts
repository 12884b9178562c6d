import type { FigureBuilder } from '../../dimension-pen.ts'
import { points, polar, TAU } from '../../geometry.ts'
import { formatNumber, labelOf, readCount, readSize } from '../../parameters.ts'
import {
  type Corner,
  corners,
  mirrorCorners,
  revolvedBody,
  roundedOutlineData,
} from '../../shapes.ts'
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

/** A rim in section with the tyre side up; on the sheet also a small front view. */
export const rim: FigureBuilder = (parameters) => {
  const inner = readSize(parameters, 'inner_width_mm', 19, 12, 100)
  const outer = readSize(
    parameters,
    'outer_width_mm',
    inner.value + 5.5,
    inner.value + 2,
    inner.value + 14,
  )
  const height = readSize(parameters, 'height_mm', 18, 12, 80)
  const bead = readSize(parameters, 'bead_seat_mm', 622, 250, 700)
  const erd = readSize(parameters, 'erd_mm', bead.value - 19, 200, 700)
  const holes = readCount(parameters, 'spoke_holes', 32, 8, 72)
  const valve = readSize(parameters, 'valve_hole_mm', 8.5, 5, 12)
  const [W, w, H] = [outer.value / 2, inner.value / 2, height.value]
  const R = Math.max(H, W) * 1.15
  const cx = W + R + Math.max(H, W)
  return {
    box: [-W, -1, 2 * W, H + 1],
    sheet: [-W, Math.min(-1, H / 2 - R), W + cx + R, Math.max(H + 1, 2 * R)],
    draw(pen) {
      const { level, u } = pen
      const section = pathWithHoles('x', contourData(W, w, H) + chamberData(W, w, H))
      if (level === 'icon') return section
      const hole = rect('h', -2.2, H - 2.2, 4.4, 2.2) + line('c', 0, -10 * u, 0, H + 10 * u)
      const width = pen.horizontalDimension(-w, w, 3, 3, -26 * u, inner)
      if (level === 'card') return section + hole + width
      return (
        section +
        hole +
        width +
        frontView(cx, H / 2, R, holes.value, valve.value) +
        crosshair(cx, H / 2, R + 8 * u) +
        pen.horizontalDimension(-W, W, 8, 8, H + pen.offset, outer) +
        pen.verticalDimension(0, H, -W, -W * 0.4, -W - 26 * u, height) +
        pen.leader(w - 1, 6, W + 26 * u, -12 * u, labelOf(bead, 'Ø')) +
        pen.leader(1.6, H - 1.8, W + 14 * u, H + 14 * u, labelOf(erd, 'ERD ')) +
        pen.radialLeader(
          R - R * 0.06,
          -0.9,
          R * 0.06 + 22 * u,
          labelOf(holes, '', ' HOLES'),
          cx,
          H / 2,
        )
      )
    },
  }
}

/** Path data of the outer contour: hooked flanges, bead seats, well and spoke bed. */
function contourData(outerHalfWidth: number, innerHalfWidth: number, height: number): string {
  const half: Corner[] = corners`
    ${innerHalfWidth - 0.8},0.4,0.8 ${innerHalfWidth - 0.8},1.8,0.4 ${innerHalfWidth},2.6,0.4 ${innerHalfWidth},6,0.6 ${innerHalfWidth * 0.55},6.2,0.8
    ${innerHalfWidth * 0.4},8,0.8
  `
  const outside: Corner[] = corners`
    ${outerHalfWidth - 0.4},0,0.8 ${outerHalfWidth},2,0.6 ${outerHalfWidth},${Math.min(11, height * 0.6)},2.5 ${outerHalfWidth * 0.42},${height},3
  `
  return roundedOutlineData([
    ...mirrorCorners(half),
    ...half.toReversed(),
    ...outside,
    ...mirrorCorners(outside).toReversed(),
  ])
}

/** Path data of the hollow of a double wall. */
function chamberData(outerHalfWidth: number, innerHalfWidth: number, height: number): string {
  const top = 9.6
  if (height - top < 3.5) return ''
  const half: Corner[] = corners`
    ${innerHalfWidth * 0.42},${top},0.8 ${innerHalfWidth * 0.62},${top - 2},0.8 ${outerHalfWidth - 2.4},${top - 1.6},1.5
    ${outerHalfWidth - 2.2},${Math.min(11, height * 0.6)},2 ${outerHalfWidth * 0.4},${height - 1.9},2
  `
  return roundedOutlineData([...half, ...mirrorCorners(half).toReversed()])
}

/** The rim from the front, not to scale, with all spoke holes and the valve hole. */
function frontView(
  cx: number,
  cy: number,
  R: number,
  holeCount: number,
  valveDiameter: number,
): string {
  const at = (i: number) => polar(R * 0.94, ((i + 0.5) * TAU) / holeCount + Math.PI / 2, cx, cy)
  const bore = R * 0.018
  return (
    circle('v', cx, cy, R) +
    circle('p', cx, cy, R * 0.88) +
    repeat(holeCount, (i) => circle('p', ...at(i), bore)) +
    circle('p', ...polar(R * 0.94, Math.PI / 2, cx, cy), (bore * valveDiameter) / 4)
  )
}

/** A roll of rim tape from its end, and its strip from above. */
export const rimTape: FigureBuilder = (parameters) => {
  const width = readSize(parameters, 'tape_width_mm', 19, 5, 80)
  const length = readSize(parameters, 'tape_length_mm', 2250, 500, 60_000)
  const [w, R] = [width.value, 30]
  const foot = R + 14 + w
  return {
    box: [-R, -R, 4.4 * R, R + foot],
    icon: [-R, -R, 2.6 * R, 2 * R],
    draw(pen) {
      const { level, u } = pen
      const turns = level === 'icon' ? 3 : 6
      const roll =
        circle('v', 0, 0, R) +
        repeat(turns, (i) => circle('t', 0, 0, R - ((i + 1) * 9) / turns)) +
        circle('p', 0, 0, 18)
      const tail = path(
        'v',
        d`M${[0, R]}H${level === 'icon' ? 1.6 * R : 3.4 * R}V${R - 1.6}H${R * 0.34}`,
      )
      if (level === 'icon') return roll + tail
      const y = R + 14
      const strip =
        rect('v', -R, y, 2 * R, w) +
        path('v', d`M${[R, y]}H${3.2 * R}q${4 * u} ${w / 4} 0 ${w / 2}t0 ${w / 2}H${R}Z`) +
        circle('t', 2 * R, y + w / 2, Math.min(4.25, w * 0.3)) +
        crosshair(2 * R, y + w / 2, 5 + 5 * u)
      const views =
        roll +
        tail +
        strip +
        crosshair(0, 0, R + 8 * u) +
        line('c', -R - 8 * u, y + w / 2, R + 8 * u, y + w / 2) +
        pen.verticalDimension(y, y + w, -R, -R, -R - 24 * u, width)
      if (level === 'card') return views
      return views + pen.leader(2.6 * R, R, 2.8 * R, R - 34 * u, labelOf(length, 'LENGTH '))
    },
  }
}

/** Enlargement of the thickness on cards and sheets. */
const thicknessScale = 1.6

/** A broken spoke from the side: bent head, butts, rolled thread. The dimension shows its true length. */
export const spoke: FigureBuilder = (parameters) => {
  const length = readSize(parameters, 'spoke_length_mm', 262, 50, 400)
  const angle = readSize(parameters, 'head_angle_deg', 95, 80, 110)
  const threadLength = readSize(parameters, 'thread_length_mm', 10, 5, 20)
  const [head, middle, end] = gauges(parameters.spoke_gauge_mm)
  const isKnown = head.isKnown
  return {
    box: [-52, -8, 104, 24],
    draw(pen) {
      const { level, u } = pen
      const scale = level === 'icon' ? 2.4 : thicknessScale
      const [r1, r2, r3] = [head.value, middle.value, end.value].map((g) => (g * scale) / 2) as [
        number,
        number,
        number,
      ]
      const lean = Math.tan(((angle.value - 90) * Math.PI) / 180) * 10
      const elbow = path(
        'v',
        d`M${[-46 - r1 - lean, 11]}L${[-46 - r1, r1]}Q${[-46 - r1, -r1]} ${[-46 + r1, -r1]}H-36L${[-32, -r2]}H-6V${r2}H-32L${[-36, r1]}H${-46 + r1 * 1.6}Q${[-46 + r1, r1]} ${[-46 + r1, r1 * 1.6]}L${[-46 + r1 - lean, 11]}Z`,
      )
      const cap = path(
        'v',
        d`M${[-46 - lean - r1 * 2.1, 11]}H${-46 - lean + r1 * 2.1}Q${[-46 - lean + r1 * 1.6, 11 + r1 * 1.6]} ${[-46 - lean, 11 + r1 * 1.6]}Q${[-46 - lean - r1 * 1.6, 11 + r1 * 1.6]} ${[-46 - lean - r1 * 2.1, 11]}Z`,
      )
      const from = 44 - threadLength.value * 1.4
      const cut = level === 'icon' ? -7 : 2
      const shaft = path(
        'v',
        d`M${cut} ${-r2}H${from - 8}L${[from - 4, -r3]}H44V${r3}H${from - 4}L${[from - 8, r2]}H${cut}Z`,
      )
      const body = elbow + cap + shaft + rolled(from, 44, r3, level === 'icon' ? 5 : 12)
      if (level === 'icon') return body
      const views =
        body +
        breakLines(-6, 2, r2, u) +
        line('c', -52, 0, 46 + 9 * u, 0) +
        pen.horizontalDimension(-46, 44, 14, r3, 16 + pen.offset, length)
      if (level === 'card') return views
      const isUniform = head.value === middle.value && middle.value === end.value
      return (
        views +
        pen.leader(-40, -r1, -34, -8 - 22 * u, isKnown ? `Ø${formatNumber(head.value)}` : '') +
        (isUniform
          ? ''
          : pen.leader(14, -r2, 18, -8 - 22 * u, isKnown ? `Ø${formatNumber(middle.value)}` : '')) +
        pen.horizontalDimension(from, 44, -r3, -r3, -8 - 24 * u, threadLength) +
        pen.leader(-46 - lean / 2, 6, -46 + 10, 10, labelOf(angle, '', '°'))
      )
    },
  }
}

/** Reads the diameters at the head, in the middle and at the thread. */
function gauges(value: unknown) {
  const list: unknown[] = Array.isArray(value) ? value : []
  const at = (i: number) => readSize({ gauge: list[i] }, 'gauge', 2, 1, 4)
  return [at(0), at(1), at(2)] as const
}

/** A rolled thread: slanted lines between two positions. */
const rolled = (from: number, to: number, r: number, lineCount: number) =>
  path(
    't',
    repeat(lineCount, (i) => {
      const x = from + ((to - from) * i) / lineCount
      return d`M${[x, -r]}l${(to - from) / lineCount / 1.6} ${2 * r}`
    }),
  )

const breakLines = (x1: number, x2: number, r: number, u: number) =>
  path(
    't',
    [x1, x2]
      .map((x) => d`M${[x, -r - 3 * u]}q${4 * u} ${(r + 3 * u) / 2} 0 ${r + 3 * u}t0 ${r + 3 * u}`)
      .join(''),
  )

/** A nipple from the side and from its end: round slotted head, square shank, threaded bore. */
export const nipple: FigureBuilder = (parameters) => {
  const length = readSize(parameters, 'nipple_length_mm', 12, 6, 30)
  const body = readSize(parameters, 'body_mm', 4, 2.5, 8)
  const key = readSize(parameters, 'key_mm', 3.25, 2, 7)
  const [L, r, k] = [length.value, body.value / 2, key.value / 2]
  const head = r * 1.5
  const cx = L + head * 2.4
  return {
    box: [0, -head, cx + head, 2 * head],
    icon: [0, -head, L, 2 * head],
    draw(pen) {
      const { level, u } = pen
      const round = L * 0.48
      const side =
        revolvedBody(
          points`
            ${round},${r} ${L - 3},${r} ${L - 3},${head * 0.82} ${L - 2.2},${head}
            ${L - 1},${head * 0.86} ${L},${head * 0.4}
          `,
        ) +
        polygon(
          'v',
          points`0.4,${-k} ${round},${-k} ${round},${k} 0.4,${k} 0,${k - 0.4} 0,${0.4 - k}`,
        )
      const flats = path(
        't',
        d`M${[0, -k * 0.3]}H${round}M${[round, -k]}L${[round + 0.9, 0]}L${[round, k]}`,
      )
      if (level === 'icon') return side + flats
      const views =
        side +
        flats +
        rect('h', 0, -0.95, L - 0.8, 1.9) +
        circle('v', cx, 0, head) +
        circle('t', cx, 0, r) +
        rect('p', cx - head * 0.94, -0.4, head * 1.88, 0.8) +
        line('c', -8 * u, 0, L + 8 * u, 0) +
        crosshair(cx, 0, head + 8 * u) +
        pen.horizontalDimension(0, L, k, head * 0.4, head + pen.offset, length)
      if (level === 'card') return views
      return (
        views +
        pen.verticalDimension(-k, k, 0, 0, -26 * u, key) +
        pen.leader(round + (L - 3 - round) / 2, -r, L * 0.55, -head - 30 * u, labelOf(body, 'Ø'))
      )
    },
  }
}
