import { SPOKE_TOLERANCE } from '@freehub/contract/limits'

/** Dimensions of a hub that determine the spoke lengths, in millimetres. */
export interface HubDimensions {
  spokeHoles: number
  left: Flange
  right: Flange
  /** Diameter of the holes in the flanges. */
  flangeHole: number
}

interface Flange {
  /** Diameter of the circle through the spoke holes. */
  circle: number
  /** Distance from the centre of the hub. */
  offset: number
}

/** Reads the dimensions of a hub. Undefined if one is missing. */
export function readHub(attributes: Record<string, unknown> = {}): HubDimensions | undefined {
  const read = (name: string) => readNumber(attributes, name)
  const spokeHoles = read('spoke_holes')
  const flangeHole = read('flange_hole_mm')
  const sides = ['left', 'right'].map((side) => ({
    circle: read(`flange_pcd_${side}_mm`),
    offset: read(`flange_offset_${side}_mm`),
  }))
  const [left, right] = sides.filter((side): side is Flange => Boolean(side.circle && side.offset))
  return spokeHoles && flangeHole && left && right
    ? { spokeHoles, flangeHole, left, right }
    : undefined
}

/** Dimensions of a rim, in millimetres. */
export interface RimDimensions {
  spokeHoles: number
  /** Effective rim diameter, up to the ends of the spokes. */
  erd: number
  beadSeat: number | undefined
}

/** Reads the dimensions of a rim. Undefined without spoke holes or ERD. */
export function readRim(attributes: Record<string, unknown> = {}): RimDimensions | undefined {
  const spokeHoles = readNumber(attributes, 'spoke_holes')
  const erd = readNumber(attributes, 'erd_mm')
  return spokeHoles && erd
    ? { spokeHoles, erd, beadSeat: readNumber(attributes, 'bead_seat_mm') }
    : undefined
}

/** Reads the length of a spoke in millimetres. Undefined if it is missing. */
export function readSpokeLength(attributes: Record<string, unknown> = {}): number | undefined {
  return readNumber(attributes, 'spoke_length_mm')
}

function readNumber(attributes: Record<string, unknown>, name: string): number | undefined {
  const value = attributes[name]
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined
}

/**
 * Returns the maximum number of crosses. With more, the hole and the nipple of a spoke would be over 90° apart, seen
 * from the axle.
 */
export function computeMaxCrosses(spokeHoles: number): number {
  return Math.floor(spokeHoles / 8)
}

/** The usual number of crosses, if the holes allow it. */
export const USUAL_CROSSES = 3

/** A number of crosses, and the resulting spoke lengths in millimetres. */
export interface Lacing {
  crosses: number
  left: number
  right: number
}

/** Lists the lacings of a wheel. The lacing with the usual number of crosses is first. */
export function listLacings(hub: HubDimensions, rim: RimDimensions): Lacing[] {
  const max = computeMaxCrosses(hub.spokeHoles)
  const usual = Math.min(USUAL_CROSSES, max)
  const crosses = Array.from({ length: max + 1 }, (_, n) => n)
  return [usual, ...crosses.filter((count) => count !== usual)].map((count) => ({
    crosses: count,
    left: computeSpokeLength(hub, 'left', rim, count),
    right: computeSpokeLength(hub, 'right', rim, count),
  }))
}

/** Formats the needed lengths: "The wheel needs 291.8 mm on the left and 290.3 mm on the right." */
export function formatLengths(lacings: Lacing[]): string {
  const lengths = [
    ...new Set(lacings.flatMap(({ left, right }) => [left.toFixed(1), right.toFixed(1)])),
  ]
  const [left, right] = lengths
  if (lacings.length > 1) return `The wheels need ${lengths.join(' or ')} mm.`
  if (!right) return `The wheel needs ${left} mm.`
  return `The wheel needs ${left} mm on the left and ${right} mm on the right.`
}

/** Computes the length of the spokes of one side, in millimetres. */
export function computeSpokeLength(
  hub: HubDimensions,
  side: 'left' | 'right',
  { erd }: RimDimensions,
  crosses: number,
): number {
  const { circle, offset } = hub[side]
  const [R, r] = [erd / 2, circle / 2]
  const angle = (4 * Math.PI * crosses) / hub.spokeHoles
  return (
    Math.sqrt(R * R + r * r + offset * offset - 2 * R * r * Math.cos(angle)) - hub.flangeHole / 2
  )
}

/** True if a spoke of this length can be used for the computed length. */
export function isLaceable(length: number, computed: number): boolean {
  return length >= computed - SPOKE_TOLERANCE.shorter && length <= computed + SPOKE_TOLERANCE.longer
}

/** Returns the difference between the lengths as a multiple of the tolerance for a shorter or a longer spoke. */
export function computeDeviation(length: number, computed: number): number {
  const tolerance = length < computed ? SPOKE_TOLERANCE.shorter : SPOKE_TOLERANCE.longer
  return Math.abs(length - computed) / tolerance
}
