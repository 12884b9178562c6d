import { SPOKE_TOLERANCE } from '@freehub/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { PartWithFits } from '../read-parts-with-fits.ts'
import {
  computeDeviation,
  computeMaxCrosses,
  computeSpokeLength,
  isLaceable,
  readHub,
  readRim,
  USUAL_CROSSES,
} from '../rules/spoke-length.ts'

const SPOKES_PER_SIDE = 6

/**
 * Returns ids of spokes for each side, in the order of `selectSpokes`. Assumes the crosses of the recommended wheel, or
 * else `USUAL_CROSSES`, if the holes allow them.
 */
export async function findSpokes(db: Db, hub: PartWithFits, rim: PartWithFits): Promise<string[]> {
  const hubDimensions = readHub(hub.attributes)
  const rimDimensions = readRim(rim.attributes)
  if (!hubDimensions || !rimDimensions) return []
  const build = await db
    .selectFrom('wheel_builds')
    .select('crosses')
    .where('hub_id', '=', hub.id)
    .where('rim_id', '=', rim.id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const crosses =
    build?.crosses ?? Math.min(USUAL_CROSSES, computeMaxCrosses(hubDimensions.spokeHoles))
  const lengthsMm = (['left', 'right'] as const).map((side) =>
    computeSpokeLength(hubDimensions, side, rimDimensions, crosses),
  )
  const spokes = await readSpokes(db, lengthsMm)
  const found = lengthsMm.flatMap((lengthMm) =>
    selectSpokes(spokes, lengthMm).slice(0, SPOKES_PER_SIDE),
  )
  return [...new Set(found.map(({ id }) => id))]
}

export interface SpokePart {
  id: string
  lengthMm: number
  isInStock: boolean
  /** Sizes of the elbow, which the spoke needs at the hub. */
  elbows: string[]
  /** Sizes of the thread, which the spoke needs at the nipple. */
  threads: string[]
}

const SPOKES_PER_LENGTH = 50

/**
 * Reads the spokes on sale whose length fits one of these computed lengths, in steps of half a millimetre. Reads at
 * most 50 spokes of each length.
 */
export async function readSpokes(db: Db, lengthsMm: number[]): Promise<SpokePart[]> {
  const texts = new Set(lengthsMm.flatMap(listUsableLengths).map(String))
  const { rows } = await sql<SpokePart>`
    select spoke.id, length::float8 as "lengthMm", "isInStock",
      array(select size from part_fits
        where part_id = spoke.id and interface_id = 'spoke.elbow' and role = 'needs') as elbows,
      array(select size from part_fits
        where part_id = spoke.id and interface_id = 'spoke.thread' and role = 'needs') as threads
    from unnest(${[...texts]}::text[]) length cross join lateral (
      select id, position, on_hand - reserved >= minimum_order as "isInStock" from parts
      where attributes ->> 'spoke_length_mm' = length and deleted_at is null
        and exists (select from part_fits where part_id = parts.id and interface_id = 'spoke.elbow')
      limit ${SPOKES_PER_LENGTH}
    ) spoke
    order by position`.execute(db)
  return rows
}

function listUsableLengths(lengthMm: number): number[] {
  const first = Math.ceil((lengthMm - SPOKE_TOLERANCE.shorter) * 2) / 2
  const count = (SPOKE_TOLERANCE.shorter + SPOKE_TOLERANCE.longer) * 2 + 1
  return Array.from({ length: count }, (_, n) => first + n / 2)
}

/** Returns the spokes that can be used for a computed length: spokes in stock first, then by deviation. */
export function selectSpokes(spokes: SpokePart[], lengthMm: number): SpokePart[] {
  return spokes
    .filter((spoke) => isLaceable(spoke.lengthMm, lengthMm))
    .sort(
      (a, b) =>
        Number(b.isInStock) - Number(a.isInStock) ||
        computeDeviation(a.lengthMm, lengthMm) - computeDeviation(b.lengthMm, lengthMm),
    )
}
