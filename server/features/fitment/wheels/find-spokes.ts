import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { PartMember } from '../read-members.ts'
import {
  isLaceable,
  lengthDeviation,
  maxCrosses,
  readHub,
  readRim,
  SPOKE_TOLERANCE,
  spokeLength,
  USUAL_CROSSES,
} from '../rules/spoke-length.ts'

const SPOKES_FOUND = 6

/**
 * Returns the ids of spokes on sale that suit a side of a wheel. Uses the crosses of the
 * recommended wheel, if there is one.
 */
export async function findSpokes(db: Db, hub: PartMember, rim: PartMember): Promise<string[]> {
  const dimensions = readHub(hub.attributes)
  const rimDimensions = readRim(rim.attributes)
  if (!dimensions || !rimDimensions) return []
  const known = await db
    .selectFrom('wheel_builds')
    .select('crosses')
    .where('hub_id', '=', hub.id)
    .where('rim_id', '=', rim.id)
    .limit(1)
    .executeTakeFirst()
  const crosses = known?.crosses ?? Math.min(USUAL_CROSSES, maxCrosses(dimensions.spokeHoles))
  const lengths = (['left', 'right'] as const).map((side) =>
    spokeLength(dimensions, side, rimDimensions, crosses),
  )
  const spokes = await readSpokes(db, lengths)
  const found = lengths.flatMap((length) => sortSpokes(spokes, length).slice(0, SPOKES_FOUND))
  return [...new Set(found.map(({ id }) => id))]
}

export interface SpokePart {
  id: string
  lengthMm: number
  isInStock: boolean
  /**
   * `elbows`: sizes of the elbow, needed at the hub. `threads`: sizes of the thread, needed at the
   * nipples.
   */
  elbows: string[]
  threads: string[]
}

const SPOKES_PER_LENGTH = 50

/** Reads spokes on sale for these computed lengths. Spoke lengths are whole or half millimetres. */
export async function readSpokes(db: Db, lengths: number[]): Promise<SpokePart[]> {
  const texts = new Set(lengths.flatMap(listLengths).map(String))
  const { rows } = await sql<SpokePart>`
    select spoke.id, length::float8 as "lengthMm", "isInStock",
      array(select size from part_fits
        where part_id = spoke.id and interface_id = 'spoke.elbow' and role = 'needs') as elbows,
      array(select size from part_fits
        where part_id = spoke.id and interface_id = 'spoke.thread' and role = 'needs') as threads
    from unnest(${[...texts]}::text[]) length cross join lateral (
      select id, position, on_hand - reserved >= minimum_order as "isInStock" from parts
      where attributes ->> 'spoke_length_mm' = length and deleted_at is null
      limit ${SPOKES_PER_LENGTH}
    ) spoke
    where exists (select from part_fits where part_id = spoke.id and interface_id = 'spoke.elbow')
    order by position`.execute(db)
  return rows
}

function listLengths(length: number): number[] {
  const first = Math.ceil((length - SPOKE_TOLERANCE.shorter) * 2) / 2
  const count = (SPOKE_TOLERANCE.shorter + SPOKE_TOLERANCE.longer) * 2 + 1
  return Array.from({ length: count }, (_, n) => first + n / 2)
}

/** Sorts the spokes for a computed length: spokes in stock first, then by deviation. */
export function sortSpokes(spokes: SpokePart[], length: number): SpokePart[] {
  return spokes
    .filter(({ lengthMm }) => isLaceable(lengthMm, length))
    .sort(
      (a, b) =>
        Number(b.isInStock) - Number(a.isInStock) ||
        lengthDeviation(a.lengthMm, length) - lengthDeviation(b.lengthMm, length),
    )
}
