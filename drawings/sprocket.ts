import { degrees, type Point, polar, turn } from './strokes.ts'

/** Half an inch: from pin to pin of a bicycle chain, in millimetres. */
export const pitch = 12.7

/** Diameter of a chain's roller. */
export const roller = 7.75

/** Radius of the circle on which a chain's pins lie round a sprocket. */
export const pitchRadius = (z: number, p = pitch): number => p / (2 * Math.sin(Math.PI / z))

/** Radius over the tips of the teeth. */
export const tipRadius = (z: number, p = pitch): number =>
  (p * (0.6 + 1 / Math.tan(Math.PI / z))) / 2 - 0.35

/** Radius at the foot of the teeth. */
export const rootRadius = (z: number): number => pitchRadius(z) - 0.505 * roller

/** One tooth space: tip, flank to the roller's seat, seat, flank to the next tip. */
export interface ToothSpace {
  readonly from: Point
  readonly falling: Point
  readonly seatFrom: Point
  readonly seatTo: Point
  readonly rising: Point
  readonly to: Point
  readonly seat: number
}

export interface Sprocket {
  /** Angle of the first roller's seat, radians. */
  readonly turned?: number
  readonly cx?: number
  readonly cy?: number
  readonly p?: number
  /** Diameter of the roller. */
  readonly d1?: number
}

/**
 * The z tooth spaces of a sprocket. Each corner of the pitch polygon carries a roller's seat of
 * radius 0.505 d1, open by 140° − 90°/z; flanks leave it on its tangents and reach the tip circle,
 * on which every tooth has a flat.
 */
export function toothSpaces(z: number, options: Sprocket = {}): ToothSpace[] {
  const { turned = 0, cx = 0, cy = 0, p = pitch, d1 = roller } = options
  const [R, tip, seat] = [pitchRadius(z, p), tipRadius(z, p), 0.505 * d1]
  const half = degrees(140 - 90 / z) / 2
  const land = Math.max(0.9, 0.03 * p) / tip
  const flank = 0.21 * p
  return Array.from({ length: z }, (_, i) => {
    const a = turned + (i * turn) / z
    const [sx, sy] = polar(R, a, cx, cy)
    const onSeat = (k: number): Point => [sx - seat * Math.cos(a + k), sy - seat * Math.sin(a + k)]
    const tangent = (k: number): Point => [Math.sin(a + k) * flank, -Math.cos(a + k) * flank]
    const [seatFrom, seatTo] = [onSeat(half), onSeat(-half)]
    const [out, back] = [tangent(half), tangent(-half)]
    return {
      from: polar(tip, a - turn / z / 2 + land, cx, cy),
      falling: [seatFrom[0] + out[0], seatFrom[1] + out[1]],
      seatFrom,
      seatTo,
      rising: [seatTo[0] - back[0], seatTo[1] - back[1]],
      to: polar(tip, a + turn / z / 2 - land, cx, cy),
      seat,
    }
  })
}

/** Path data of a sprocket's outline. */
export function teeth(z: number, options: Sprocket = {}): string {
  const trace = tracer(100)
  toothSpaces(z, options).forEach((space, i) => {
    trace.to(i ? 'l' : 'M', space.from)
    trace.to('q', space.falling, space.seatFrom)
    trace.to(arc(space.seat, 100), space.seatTo)
    trace.to('q', space.rising, space.to)
  })
  return `${trace.data()}Z`
}

/** The same, coarser and with straight flanks: for cassettes, whose hundreds of teeth are small. */
export function plainTeeth(z: number, options: Sprocket = {}): string {
  const trace = tracer(10)
  toothSpaces(z, options).forEach((space, i) => {
    trace.to(i ? 'l' : 'M', space.from)
    trace.to('l', space.seatFrom)
    trace.to(arc(space.seat, 10), space.seatTo)
    trace.to('l', space.to)
  })
  return `${trace.data()}Z`
}

/**
 * Relative path data, a third shorter than absolute; rounded places keep errors from adding up.
 * @param grain how many steps a millimetre has
 */
function tracer(grain: number) {
  let [x, y] = [0, 0]
  let data = ''
  return {
    to(command: string, ...points: Point[]) {
      const ends = points.map(
        ([px, py]) => [Math.round(px * grain), Math.round(py * grain)] as const,
      )
      const words = ends.map(([px, py]) => pair(px - x, py - y, grain)).join(' ')
      ;[x, y] = ends.at(-1) ?? [x, y]
      data += command + words
    },
    data: () => data,
  }
}

const arc = (radius: number, grain: number) => {
  const r = inSteps(Math.round(radius * grain), grain)
  return `a${r} ${r} 0 0 0 `
}

/** Steps as relative coordinates; a minus parts them as well as a space. */
const pair = (x: number, y: number, grain: number) =>
  `${inSteps(x, grain)}${y < 0 ? '' : ' '}${inSteps(y, grain)}`

const inSteps = (steps: number, grain: number) => String(steps / grain).replace(/^(-?)0\./, '$1.')
