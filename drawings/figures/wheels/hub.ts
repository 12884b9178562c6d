import type { FigureBuilder, Pen } from '../../dimension-pen.ts'
import { points, polar, TAU, toRadians } from '../../geometry.ts'
import {
  formatNumber,
  labelOf,
  readChoice,
  readCount,
  readSize,
  type Size,
} from '../../parameters.ts'
import {
  armData,
  brokenShaft,
  hexagon,
  outline,
  revolvedBody,
  ribs,
  type Step,
  thread,
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
  transform,
} from '../../svg-elements.ts'

/** A hub in side view, with the chain side on the right. The sheet also shows a flange in end view. */
export const hub: FigureBuilder = (parameters) => {
  const overLocknut = readSize(parameters, 'over_locknut_mm', 135, 60, 220)
  const a = overLocknut.value / 2
  const left = readSize(parameters, 'flange_offset_left_mm', overLocknut.value * 0.26, 8, a - 6)
  const right = readSize(parameters, 'flange_offset_right_mm', overLocknut.value * 0.2, 8, a - 6)
  const pcdLeft = readSize(parameters, 'flange_pcd_left_mm', 45, 28, 120)
  const pcdRight = readSize(parameters, 'flange_pcd_right_mm', 45, 28, 120)
  const holes = readCount(parameters, 'spoke_holes', 32, 8, 72)
  const hole = readSize(parameters, 'flange_hole_mm', 2.6, 1, 4)
  const axle = readSize(parameters, 'axle_diameter_mm', 10, 5, 25)
  const driver = readChoice(parameters, 'driver', 'freewheel thread') ?? 'freehub body'
  const isThruAxle = axle.value >= 12
  const stub = isThruAxle ? 0 : 5.5
  const f = Math.max(pcdLeft.value, pcdRight.value) / 2 + 4.5
  const endView = a + stub + 18 + f
  const box = [-a - stub, -f, 2 * (a + stub), 2 * f] as const
  return {
    box,
    sheet: [-a - stub, -f, a + stub + endView + f, 2 * f],
    draw(pen) {
      const { level, u } = pen
      const views =
        shell(-left.value, right.value, pcdLeft.value / 2, pcdRight.value / 2, level !== 'icon') +
        outerEnd(a, right.value, axle.value, isThruAxle, a - left.value, pcdRight.value, driver) +
        `<g transform="scale(-1 1)">${outerEnd(a, left.value, axle.value, isThruAxle, a - right.value, pcdLeft.value)}</g>`
      if (level === 'icon') return views
      const bore = isThruAxle
        ? rect('h', -a, -axle.value / 2, 2 * a, axle.value)
        : bothSides((s) => thread(s * (a + stub - 0.6), s * a, axle.value / 2 - 0.7))
      const width =
        line('c', -a - stub - 9 * u, 0, a + stub + 9 * u, 0) +
        pen.horizontalDimension(-a, a, 8.5, 8.5, f + pen.offset, overLocknut)
      if (level === 'card') return views + bore + width
      return (
        views +
        bore +
        width +
        transform(flangeEnd(holes.value, hole.value, pcdRight.value, f, axle.value), endView, 0) +
        crosshair(endView, 0, f + 8 * u) +
        pen.horizontalDimension(
          -left.value,
          right.value,
          -pcdLeft.value / 2,
          -pcdRight.value / 2,
          -f - 26 * u,
          left.isKnown && right.isKnown
            ? String(Math.round((left.value + right.value) * 10) / 10)
            : '',
        ) +
        pen.radialLeader(
          pcdRight.value / 2,
          toRadians(-60),
          f - pcdRight.value / 2 + 30 * u,
          labelOf(pcdRight, `${holes.value} × Ø${formatNumber(hole.value)} ON `),
          endView,
        ) +
        pen.leader(-a + 2, -axle.value / 2, -a - 4 * u, -f - 2 * u, labelOf(axle, 'Ø'))
      )
    },
  }
}

/** The shell between the flanges, with the visible spoke holes. */
function shell(
  left: number,
  right: number,
  leftHoleRadius: number,
  rightHoleRadius: number,
  isDetailed: boolean,
): string {
  const [leftRadius, rightRadius] = [leftHoleRadius + 4.5, rightHoleRadius + 4.5]
  const waist = Math.min(15, leftHoleRadius - 6, rightHoleRadius - 6)
  const body = revolvedBody(
    points`
      ${left - 1.6},${leftRadius} ${left + 1.6},${leftRadius} ${left + 1.6},${leftHoleRadius - 3} ${left + 8},${waist}
      ${right - 8},${waist} ${right - 1.6},${rightHoleRadius - 3} ${right - 1.6},${rightRadius} ${right + 1.6},${rightRadius}
    `,
  )
  if (!isDetailed) return body
  const visibleHoles = (x: number, r: number) =>
    repeat(9, (i) =>
      rect('t', x - 0.9, r * Math.cos(((i + 0.5) * Math.PI) / 9) - 0.7, 1.8, 1.4, 0.5),
    )
  return body + visibleHoles(left, leftHoleRadius) + visibleHoles(right, rightHoleRadius)
}

/**
 * The hub outside the right flange; the caller mirrors it for the left side. `otherSpace` is the space on the other
 * side. The space outside the flange decides:
 * - chain side and over 20 mm: the thread for a freewheel, if this is the `driver`
 * - chain side and over 40 mm: the freehub body
 * - thru axle and over 20 mm: the rotor mount, with six bolts if the circle of the spoke holes is over 50 mm
 * - 25 to 40 mm on both sides: the threads of a track hub
 */
function outerEnd(
  halfWidth: number,
  flangeOffset: number,
  axleDiameter: number,
  isThruAxle: boolean,
  otherSpace: number,
  pitchCircleDiameter: number,
  driver?: 'freewheel thread' | 'freehub body',
): string {
  const space = halfWidth - flangeOffset
  const x = flangeOffset + 1.6
  const end: Step[] = isThruAxle
    ? [
        [halfWidth - 5, axleDiameter / 2 + 3],
        [halfWidth, axleDiameter / 2 + 3],
      ]
    : points`
      ${halfWidth - 5},8.5 ${halfWidth},8.5 ${halfWidth},${axleDiameter / 2} ${halfWidth + 5},${axleDiameter / 2} ${halfWidth + 5.5},${axleDiameter / 2 - 0.6}
    `
  const start = end[0]?.[0] ?? halfWidth
  const nose: Step = [start, isThruAxle ? axleDiameter / 2 + 3 : 8.5]
  const closedBody = (steps: Step[]) => revolvedBody([...steps, nose, ...end.slice(1)])
  if (driver === 'freewheel thread' && space > 20)
    return (
      closedBody(points`${x},17.4 ${x + 10},17.4 ${x + 10},10.5 ${start},10.5`) +
      thread(x, x + 10, 16.6)
    )
  if (driver && space > 40)
    return (
      closedBody(
        points`${x},14 ${x + 4},14 ${x + 4},17.4 ${halfWidth - 9},17.4 ${halfWidth - 9},10.5 ${start},10.5`,
      ) + ribs(x + 6, halfWidth - 11, 17.4, 7)
    )
  if (isThruAxle && space > 20) {
    const isSixBolt = pitchCircleDiameter > 50
    const mount = isSixBolt ? 26.5 : 17
    const mountEnd = x + (isSixBolt ? 9 : 12)
    return (
      closedBody(
        points`${x},14 ${x + 3},14 ${x + 3},${mount} ${mountEnd},${mount} ${mountEnd},12.5 ${start},11`,
      ) + (isSixBolt ? '' : ribs(x + 3, x + 12, 17, 9))
    )
  }
  if (space > 25 && otherSpace > 25 && otherSpace < 40)
    return (
      closedBody(
        points`${x},17.4 ${x + 10},17.4 ${x + 10},16 ${x + 15},16 ${x + 15},10.5 ${start},10.5`,
      ) +
      thread(x, x + 10, 16.6) +
      thread(x + 10, x + 15, 15.2)
    )
  const cone = Math.min(4, space / 4)
  return closedBody(
    points`${x},13 ${x + cone},12 ${x + cone},10.5 ${Math.max(start - 4, x + cone + 0.5)},10.5`,
  )
}

/** A flange from its end. Half of the holes are in the other flange behind it. */
function flangeEnd(
  holeCount: number,
  holeDiameter: number,
  pitchCircleDiameter: number,
  flangeRadius: number,
  axleDiameter: number,
): string {
  const ring = (lineClass: 'p' | 'h', first: number) =>
    repeat(Math.floor(holeCount / 2), (i) =>
      circle(
        lineClass,
        ...polar(pitchCircleDiameter / 2, ((2 * i + first) * TAU) / holeCount),
        holeDiameter / 2,
      ),
    )
  return (
    circle('v', 0, 0, flangeRadius) +
    circle('c', 0, 0, pitchCircleDiameter / 2) +
    ring('h', 1) +
    ring('p', 0) +
    circle('v', 0, 0, Math.min(15, pitchCircleDiameter / 2 - 5)) +
    circle('v', 0, 0, axleDiameter / 2 + 3) +
    circle('p', 0, 0, axleDiameter / 2)
  )
}

/** Quick-release skewers, front above rear, with the dropouts in phantom lines. */
export const skewer: FigureBuilder = (parameters) => {
  const rod = readSize(parameters, 'rod_diameter_mm', 5, 3, 10)
  const front = readSize(parameters, 'front_old_mm', 100, 60, 160)
  const rear = readSize(parameters, 'rear_old_mm', 135, 80, 200)
  const half = Math.max(front.value, rear.value) / 2
  return {
    box: [-half - 26, -62, 2 * half + 58, 124],
    icon: [-52, -14, 108, 46],
    draw(pen) {
      if (pen.level === 'icon') return singleSkewer(20, 6, pen)
      const [y1, y2] = [-34, 22]
      const rows =
        `<g transform="translate(0 ${y1})">${singleSkewer(front.value / 2, rod.value, pen)}</g>` +
        `<g transform="translate(0 ${y2})">${singleSkewer(rear.value / 2, rod.value, pen)}</g>`
      const below = (y: number, overLocknut: Size) =>
        pen.horizontalDimension(
          -overLocknut.value / 2,
          overLocknut.value / 2,
          y + 12,
          y + 12,
          y + 16 + 18 * pen.u,
          overLocknut,
        )
      if (pen.level === 'card') return rows + below(y2, rear)
      return (
        rows +
        below(y1, front) +
        below(y2, rear) +
        pen.leader(-12, y1 - rod.value / 2, 2, y1 - 34 * pen.u, labelOf(rod, 'Ø'))
      )
    },
  }
}

/** One skewer: nut left, cam and lever right. */
function singleSkewer(half: number, rodDiameter: number, { level, u }: Pen): string {
  const r = rodDiameter / 2
  const shaft = rect('v', -half - 22, -r, 2 * half + 36, 2 * r)
  const nut = revolvedBody(
    points`
      ${-half - 20},6 ${-half - 18},8 ${-half - 10},9 ${-half - 7},9 ${-half - 7},6 ${-half - 5},6
    `,
  )
  const cam =
    rect('v', half + 5, -9, 7, 18, 1.5) +
    outline('v', points`${half + 12},-8 ${half + 24},-8 ${half + 26},8 ${half + 12},8`, 3)
  const lever =
    path('v', armData([half + 19, 0], 6.5, [half + 12, level === 'icon' ? 26 : 28], 4)) +
    circle('t', half + 19, 0, 3)
  if (level === 'icon') return shaft + nut + cam + lever
  const spring = (from: number, s: number) =>
    path(
      't',
      repeat(
        5,
        (i) =>
          d`M${[from + s * i * 2.6, -7 + i * 0.9]}L${[from + s * (i * 2.6 + 1.3), 7 - i * 0.9]}`,
      ),
    )
  const faces = path('g', d`M${[-half, -14]}V14M${[half, -14]}V14`)
  return (
    faces +
    shaft +
    thread(-half - 22, -half + 6, r * 0.8) +
    nut +
    cam +
    lever +
    spring(-half + 3, 1) +
    spring(half - 3, -1) +
    line('c', -half - 26 - 8 * u, 0, half + 32 + 4 * u, 0)
  )
}

/** A broken thru axle from the side, and its head with the key socket. */
export const thruAxle: FigureBuilder = (parameters) => {
  const diameter = readSize(parameters, 'axle_diameter_mm', 12, 8, 25)
  const length = readSize(parameters, 'under_head_mm', 160, 80, 260)
  const threadLength = readSize(parameters, 'thread_length_mm', 14, 5, 40)
  const r = diameter.value / 2
  const head = r + 4
  const L = Math.min(length.value, 110)
  const isBroken = L < length.value
  const cx = -24 - head
  return {
    box: [cx - head, -head, L - cx + head, 2 * head],
    icon: [-8, -head, 78, 2 * head],
    draw(pen) {
      const { level, u } = pen
      const end = level === 'icon' ? 70 : L
      const from = end - threadLength.value
      const cap = revolvedBody(points`-8,${head - 2} -7,${head} -2,${head} 0,${r + 1}`)
      if (level === 'icon') {
        const axle = revolvedBody(
          points`0,${r} ${end - 20},${r} ${end - 1.5},${r} ${end},${r - 1.2}`,
        )
        return axle + ribs(end - 19, end - 2, r, 4) + cap
      }
      const [a, b] = [L * 0.46, L * 0.46 + 8]
      const tip = revolvedBody(
        points`${isBroken ? from : 0},${r} ${from + 0.01},${r} ${end - 1.5},${r} ${end},${r - 1.2}`,
      )
      const axle =
        tip + (isBroken ? brokenShaft(0, a, r, 5 * u) + brokenShaft(from, b, r, 5 * u) : '')
      const bore = r - 2.5
      const views =
        axle +
        cap +
        thread(from, end - 0.6, r - 0.7) +
        rect('h', -8, -bore, (isBroken ? a : from) + 8, 2 * bore) +
        circle('v', cx, 0, head) +
        circle('t', cx, 0, head - 2) +
        polygon('p', hexagon(Math.min(6, r), cx, 0, Math.PI / 6)) +
        line('c', -8 - 8 * u, 0, end + 8 * u, 0) +
        crosshair(cx, 0, head + 8 * u) +
        pen.horizontalDimension(0, end, r + 1, r - 1.2, head + pen.offset, length)
      if (level === 'card') return views
      return (
        views +
        pen.horizontalDimension(from, end, -r, -r, -head - 22 * u, threadLength) +
        pen.leader(a * 0.6, -r, a * 0.7, -head - 24 * u, labelOf(diameter, 'Ø'))
      )
    },
  }
}
