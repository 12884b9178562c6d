import { type Point, polar, TAU, toRadians } from './geometry.ts'

/** Pitch of a bicycle chain, half an inch, in millimetres. */
export const pitch = 12.7

/** Diameter of a chain roller. */
export const roller = 7.75

/** Radius of the circle of the chain pins on a sprocket of z teeth. */
export const pitchRadius = (z: number, p = pitch): number => p / (2 * Math.sin(Math.PI / z))

/** Radius of the tooth tips: half of the outside diameter by ANSI B29.1, reduced by 0.35 mm. */
export const tipRadius = (z: number, p = pitch): number =>
  (p * (0.6 + 1 / Math.tan(Math.PI / z))) / 2 - 0.35

export const rootRadius = (z: number): number => pitchRadius(z) - 0.505 * roller

/**
 * A tooth space: tip, falling flank, roller seat, rising flank, next tip. `falling` and `rising` are the control points
 * of the flanks. `seat` is the radius of the roller seat.
 */
export interface ToothSpace {
  readonly from: Point
  readonly falling: Point
  readonly seatFrom: Point
  readonly seatTo: Point
  readonly rising: Point
  readonly to: Point
  readonly seat: number
}

interface Sprocket {
  /** Angle of the first roller seat in radians. */
  readonly rotation?: number
  readonly cx?: number
  readonly cy?: number
  /** Pitch of the chain. */
  readonly p?: number
  /** Diameter of the roller. */
  readonly d1?: number
}

/**
 * Returns the z tooth spaces of a sprocket. Each corner of the pitch polygon has a roller seat of radius
 * 0.505 d1 with an angle of 140° − 90°/z. The flanks are curves that start tangent to the seat and end at
 * the tip circle, where each tooth is flat.
 */
export function toothSpaces(z: number, options: Sprocket = {}): ToothSpace[] {
  const { rotation = 0, cx = 0, cy = 0, p = pitch, d1 = roller } = options
  const [R, tip, seat] = [pitchRadius(z, p), tipRadius(z, p), 0.505 * d1]
  const half = toRadians(140 - 90 / z) / 2
  const land = Math.max(0.9, 0.03 * p) / tip
  const flank = 0.21 * p
  return Array.from({ length: z }, (_, i) => {
    const a = rotation + (i * TAU) / z
    const [sx, sy] = polar(R, a, cx, cy)
    const onSeat = (k: number): Point => [sx - seat * Math.cos(a + k), sy - seat * Math.sin(a + k)]
    const tangent = (k: number): Point => [Math.sin(a + k) * flank, -Math.cos(a + k) * flank]
    const [seatFrom, seatTo] = [onSeat(half), onSeat(-half)]
    const [out, back] = [tangent(half), tangent(-half)]
    return {
      from: polar(tip, a - TAU / z / 2 + land, cx, cy),
      falling: [seatFrom[0] + out[0], seatFrom[1] + out[1]],
      seatFrom,
      seatTo,
      rising: [seatTo[0] - back[0], seatTo[1] - back[1]],
      to: polar(tip, a + TAU / z / 2 - land, cx, cy),
      seat,
    }
  })
}

/** Path data of a sprocket's outline. */
export function teethData(z: number, options: Sprocket = {}): string {
  const trace = createTracer(100)
  toothSpaces(z, options).forEach((space, i) => {
    trace.to(i ? 'l' : 'M', space.from)
    trace.to('q', space.falling, space.seatFrom)
    trace.arcTo(space.seat, space.seatTo)
    trace.to('q', space.rising, space.to)
  })
  return `${trace.data()}Z`
}

/** Path data like `teethData`, but with less precision and straight flanks, for the small teeth of cassettes. */
export function simplifiedTeethData(z: number, options: Sprocket = {}): string {
  const trace = createTracer(10)
  toothSpaces(z, options).forEach((space, i) => {
    trace.to(i ? 'l' : 'M', space.from)
    trace.to('l', space.seatFrom)
    trace.arcTo(space.seat, space.seatTo)
    trace.to('l', space.to)
  })
  return `${trace.data()}Z`
}

/**
 * Returns a tracer that builds relative path data, which is a third shorter than absolute data. The tracer rounds
 * absolute positions, so that rounding errors do not add up.
 */
function createTracer(stepsPerMillimetre: number) {
  let [x, y] = [0, 0]
  let data = ''
  const round = (length: number) => Math.round(length * stepsPerMillimetre)
  const format = (steps: number) => String(steps / stepsPerMillimetre).replace(/^(-?)0\./, '$1.')
  // A minus sign replaces the separator.
  const pair = (dx: number, dy: number) => `${format(dx)}${dy < 0 ? '' : ' '}${format(dy)}`

  function to(command: string, ...points: Point[]) {
    const ends = points.map(([px, py]) => [round(px), round(py)] as const)
    data += command + ends.map(([px, py]) => pair(px - x, py - y)).join(' ')
    ;[x, y] = ends.at(-1) ?? [x, y]
  }

  return {
    to,
    arcTo(radius: number, end: Point) {
      const r = format(round(radius))
      to(`a${r} ${r} 0 0 0 `, end)
    },
    data: () => data,
  }
}
