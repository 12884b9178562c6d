import type { Pen } from './dimension-pen.ts'
import { type Point, parseTuples, polar, TAU } from './geometry.ts'
import { d, formatCoordinate, type LineClass, line, path, polygon, repeat } from './svg-elements.ts'

/** A corner of an outline, with its radius. */
export type Corner = readonly [x: number, y: number, radius?: number]

/** Parses corners in the syntax of `points`, each with an optional radius: "x,y x,y,radius". */
export const corners = (parts: TemplateStringsArray, ...values: number[]): Corner[] =>
  parseTuples(parts, values) as unknown as Corner[]

/** Mirrors corners at the y axis. */
export const mirrorCorners = (corners: readonly Corner[]): Corner[] =>
  corners.map(([x, y, radius]) => [-x, y, radius])

/** A closed outline with rounded corners. */
export const outline = (
  lineClass: LineClass,
  outlineCorners: readonly Corner[],
  radius = 0,
): string => path(lineClass, roundedOutlineData(outlineCorners, radius))

/** Path data of a closed outline with rounded corners. Corners without their own radius use `radius`. */
export function roundedOutlineData(outlineCorners: readonly Corner[], radius = 0): string {
  const at = (i: number): Corner => outlineCorners.at(i % outlineCorners.length) ?? [0, 0]
  const data = outlineCorners.map((corner, i) => {
    const r = corner[2] ?? radius
    if (!r) return d`L${[corner[0], corner[1]]}`
    const from = towards(corner, at(i - 1), r)
    const to = towards(corner, at(i + 1), r)
    return d`L${from}Q${[corner[0], corner[1]]} ${to}`
  })
  // The first command is M instead of L.
  return `M${data.join('').slice(1)}Z`
}

/** The point at `length` from one corner towards another, at most half-way. */
function towards(from: Corner, to: Corner, length: number): Point {
  const distance = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  const k = Math.min(length / distance, 0.5)
  return [from[0] + (to[0] - from[0]) * k, from[1] + (to[1] - from[1]) * k]
}

/** Path data of the convex hull of two circles, for arms, links and slots. */
export function armData(a: Point, ra: number, b: Point, rb = ra): string {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  const along = Math.atan2(b[1] - a[1], b[0] - a[0])
  const open = Math.acos(Math.max(-1, Math.min(1, (ra - rb) / length)))
  const [a1, a2] = [polar(ra, along - open, ...a), polar(ra, along + open, ...a)]
  const [b1, b2] = [polar(rb, along - open, ...b), polar(rb, along + open, ...b)]
  const largeArcFlag = (isLarge: boolean) => (isLarge ? '1' : '0')
  return d`M${a1}L${b1}A${rb} ${rb} 0 ${largeArcFlag(rb > ra)} 1 ${b2}L${a2}A${ra} ${ra} 0 ${largeArcFlag(ra >= rb)} 1 ${a1}Z`
}

/** The corners of a regular hexagon. `acrossFlats` is the distance between opposite sides. */
export const hexagon = (acrossFlats: number, cx = 0, cy = 0, angle = 0): Point[] =>
  Array.from({ length: 6 }, (_, i) =>
    polar(acrossFlats / Math.sqrt(3), angle + (i * TAU) / 6, cx, cy),
  )

/** Path data of a splined shaft: square teeth between two radii. */
export function splinedShaftData(
  toothCount: number,
  outerRadius: number,
  innerRadius: number,
  cx = 0,
): string {
  const points = Array.from({ length: toothCount * 4 }, (_, i) =>
    polar(i % 4 < 2 ? outerRadius : innerRadius, ((i + 0.5) * TAU) / (toothCount * 4), cx),
  )
  return `M${points.map((point) => d`${point}`).join('L')}Z`
}

/** Path data of a ring sector between two radii and two angles in radians. */
export const sectorData = (
  innerRadius: number,
  outerRadius: number,
  from: number,
  to: number,
): string =>
  d`M${polar(outerRadius, from)}A${outerRadius} ${outerRadius} 0 0 1 ${polar(outerRadius, to)}L${polar(innerRadius, to)}A${innerRadius} ${innerRadius} 0 0 0 ${polar(innerRadius, from)}Z`

/** Draws a tube along a path: a narrow stroke over a wide stroke leaves two outlines. */
export function bentTube(
  pathData: string,
  diameter: number,
  pen: Pen,
  ends: 'round' | 'butt' = 'round',
) {
  const lineWidth = (pen.level === 'icon' ? 1.25 : 1.5) * pen.u
  const cap = ends === 'round' ? ' stroke-linecap="round"' : ''
  const outer = Math.max(diameter + lineWidth, 2.4 * lineWidth)
  const inner = Math.max(diameter - lineWidth, 0.5 * lineWidth)
  return (
    `<path class="w"${cap} stroke-width="${formatCoordinate(outer)}" d="${pathData}"/>` +
    `<path class="i"${cap} stroke-width="${formatCoordinate(inner)}" d="${pathData}"/>`
  )
}

/** A corner of the contour of a solid of revolution: its position on the axis, and the radius there. */
export type Step = readonly [x: number, radius: number]

/** The side view of a solid of revolution about the x axis: its outline, and a line at each change of diameter. */
export function revolvedBody(steps: readonly Step[]): string {
  const top = steps.map(([x, r]): Point => [x, -r])
  const low = steps.map(([x, r]): Point => [x, r]).reverse()
  // `slice` shifts the index: steps[i] is the previous step, and steps[i + 2] the next one.
  const shoulders = steps
    .slice(1, -1)
    .filter(([x], i) => x !== steps[i]?.[0] || x !== steps[i + 2]?.[0])
  const visibleShoulders = [...new Map(shoulders.map(([x, r]) => [x, r]))]
  return (
    polygon('v', [...top, ...low]) +
    visibleShoulders.map(([x, r]) => line('t', x, -r, x, r)).join('')
  )
}

/** The thin lines of an external thread from x1 to x2. */
export const thread = (x1: number, x2: number, rootRadius: number): string =>
  path('t', d`M${[x1, -rootRadius]}L${[x2, -rootRadius]}M${[x1, rootRadius]}L${[x2, rootRadius]}`)

/** A knurled or ribbed zone: thin lines along the axis, denser towards the edges. */
export const ribs = (x1: number, x2: number, radius: number, lineCount: number): string =>
  path(
    't',
    repeat(lineCount, (i) => {
      const y = radius * Math.sin(((i + 1) / (lineCount + 1) - 0.5) * Math.PI)
      return d`M${[x1, y]}L${[x2, y]}`
    }),
  )

/** A shaft with a square end at x1 and an S-shaped break of width `swing` at x2. */
export const brokenShaft = (x1: number, x2: number, radius: number, swing: number): string =>
  path(
    'v',
    d`M${[x2, -radius]}H${x1}V${radius}H${x2}C${[x2 - swing, radius / 3]} ${[x2 + swing, -radius / 3]} ${[x2, -radius]}Z`,
  )
