import type { Family } from '../../figure.ts'
import { dimensionLabel, readCount, readSize } from '../../parameters.ts'
import { ribs, type Step, thread, turnedBody } from '../../shafts.ts'
import {
  circle,
  crosshair,
  polar,
  rect,
  repeat,
  stroke,
  TAU,
  toRadians,
  transform,
} from '../../strokes.ts'

/** A hub from the side with its chain side right; on the sheet also a flange from its end. */
export const hub: Family = (parameters) => {
  const old = readSize(parameters, 'over_locknut_mm', 135, 60, 220)
  const a = old.value / 2
  const left = readSize(parameters, 'flange_offset_left_mm', old.value * 0.26, 8, a - 6)
  const right = readSize(parameters, 'flange_offset_right_mm', old.value * 0.2, 8, a - 6)
  const pcdLeft = readSize(parameters, 'flange_pcd_left_mm', 45, 28, 120)
  const pcdRight = readSize(parameters, 'flange_pcd_right_mm', 45, 28, 120)
  const holes = readCount(parameters, 'spoke_holes', 32, 8, 72)
  const hole = readSize(parameters, 'flange_hole_mm', 2.6, 1, 4)
  const axle = readSize(parameters, 'axle_diameter_mm', 10, 5, 25)
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
        side(a, right.value, axle.value, isThruAxle, a - left.value, pcdRight.value) +
        `<g transform="scale(-1 1)">${side(a, left.value, axle.value, isThruAxle, a - right.value, pcdLeft.value)}</g>`
      if (level === 'icon') return views
      const bore = isThruAxle
        ? rect('h', -a, -axle.value / 2, 2 * a, axle.value)
        : [-1, 1].map((s) => thread(s * (a + stub - 0.6), s * a, axle.value / 2 - 0.7)).join('')
      const width =
        stroke('c', -a - stub - 9 * u, 0, a + stub + 9 * u, 0) +
        pen.horizontalDimension(-a, a, 8.5, 8.5, f + pen.dimensionOffset, dimensionLabel(old))
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
          left.known && right.known ? String(Math.round((left.value + right.value) * 10) / 10) : '',
        ) +
        pen.radialLeader(
          pcdRight.value / 2,
          toRadians(-60),
          f - pcdRight.value / 2 + 30 * u,
          dimensionLabel(pcdRight, `${holes.value} × Ø${hole.value} ON `),
          endView,
        ) +
        pen.leader(-a + 2, -axle.value / 2, -a - 4 * u, -f - 2 * u, dimensionLabel(axle, 'Ø'))
      )
    },
  }
}

/** The shell between the flanges, with the visible spoke holes. */
function shell(left: number, right: number, pl: number, pr: number, isDetailed: boolean): string {
  const [fl, fr] = [pl + 4.5, pr + 4.5]
  const waist = Math.min(15, pl - 6, pr - 6)
  const body = turnedBody([
    [left - 1.6, fl],
    [left + 1.6, fl],
    [left + 1.6, pl - 3],
    [left + 8, waist],
    [right - 8, waist],
    [right - 1.6, pr - 3],
    [right - 1.6, fr],
    [right + 1.6, fr],
  ])
  if (!isDetailed) return body
  const visibleHoles = (x: number, r: number) =>
    repeat(9, (i) =>
      rect('t', x - 0.9, r * Math.cos(((i + 0.5) * Math.PI) / 9) - 0.7, 1.8, 1.4, 0.5),
    )
  return body + visibleHoles(left, pl) + visibleHoles(right, pr)
}

/**
 * What stands outside the right flange (mirrored for the left): room of 40 mm and more carries the
 * sprockets' body, a thru axle's other side the rotor's mount, equal rooms on a bolted axle threads.
 */
function side(
  a: number,
  offset: number,
  axle: number,
  isThruAxle: boolean,
  otherSpace: number,
  pcd: number,
): string {
  const space = a - offset
  const x = offset + 1.6
  const end: Step[] = isThruAxle
    ? [
        [a - 5, axle / 2 + 3],
        [a, axle / 2 + 3],
      ]
    : [
        [a - 5, 8.5],
        [a, 8.5],
        [a, axle / 2],
        [a + 5, axle / 2],
        [a + 5.5, axle / 2 - 0.6],
      ]
  const start = end[0]?.[0] ?? a
  const nose: Step = [start, isThruAxle ? axle / 2 + 3 : 8.5]
  if (space > 40)
    return (
      turnedBody([
        [x, 14],
        [x + 4, 14],
        [x + 4, 17.4],
        [a - 9, 17.4],
        [a - 9, 10.5],
        [start, 10.5],
        nose,
        ...end.slice(1),
      ]) + ribs(x + 6, a - 11, 17.4, 7)
    )
  if (isThruAxle && space > 20) {
    const six = pcd > 50
    const mount = six ? 26.5 : 17
    return (
      turnedBody([
        [x, 14],
        [x + 3, 14],
        [x + 3, mount],
        [x + (six ? 9 : 12), mount],
        [x + (six ? 9 : 12), 12.5],
        [start, 11],
        nose,
        ...end.slice(1),
      ]) + (six ? '' : ribs(x + 3, x + 12, 17, 9))
    )
  }
  if (space > 25 && otherSpace > 25 && otherSpace < 40)
    return (
      turnedBody([
        [x, 17.4],
        [x + 10, 17.4],
        [x + 10, 16],
        [x + 15, 16],
        [x + 15, 10.5],
        [start, 10.5],
        nose,
        ...end.slice(1),
      ]) +
      thread(x, x + 10, 16.6) +
      thread(x + 10, x + 15, 15.2)
    )
  const cone = Math.min(4, space / 4)
  return turnedBody([
    [x, 13],
    [x + cone, 12],
    [x + cone, 10.5],
    [Math.max(start - 4, x + cone + 0.5), 10.5],
    nose,
    ...end.slice(1),
  ])
}

/** A flange from its end. Half of the holes are in the other flange behind it. */
function flangeEnd(holes: number, hole: number, pcd: number, f: number, axle: number): string {
  const ring = (line: 'p' | 'h', first: number) =>
    repeat(Math.floor(holes / 2), (i) =>
      circle(line, ...polar(pcd / 2, ((2 * i + first) * TAU) / holes), hole / 2),
    )
  return (
    circle('v', 0, 0, f) +
    circle('c', 0, 0, pcd / 2) +
    ring('h', 1) +
    ring('p', 0) +
    circle('v', 0, 0, Math.min(15, pcd / 2 - 5)) +
    circle('v', 0, 0, axle / 2 + 3) +
    circle('p', 0, 0, axle / 2)
  )
}
