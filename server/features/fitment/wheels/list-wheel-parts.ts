import type { WheelPart, WheelParts, WheelPartsSearch } from '@freehub/contract/fitment/fitment'
import { isId } from '@freehub/contract/read-id'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { LONG_LIST_ROWS } from '../../../platform/database/list-counter.ts'
import { listRankedParts } from '../../catalog/search/list-parts.ts'
import { resolvePartQuery, toPartFilters } from '../../catalog/search/part-query.ts'
import { readHub, readRim } from '../rules/spoke-length.ts'

const PARTS_LISTED = 50
const BUILDS_LISTED = 200
/** Number of matches of a search that are read together. Many of them may not be parts of wheels. */
const MATCHES_READ = 500

type Kind = WheelPartsSearch['kind']

/** For each kind, the role at the interface `wheel.spokes` and the function that reads the dimensions. */
const KINDS = {
  hub: { role: 'offers', read: readHub },
  rim: { role: 'needs', read: readRim },
} as const

interface Row extends Omit<WheelPart, 'spokeHoles'> {
  familyCode: string | null
  attributes: Record<string, unknown>
}

/** Lists the oldest hubs and rims on sale with known dimensions, and recommended wheels whose parts are on sale. */
export async function listWheelParts(db: Db): Promise<WheelParts> {
  const [hubs, rims, builds] = await Promise.all([
    readOldest(db, 'hub'),
    readOldest(db, 'rim'),
    db
      .selectFrom('wheel_builds')
      .innerJoin('parts as hub', 'hub.id', 'hub_id')
      .innerJoin('parts as rim', 'rim.id', 'rim_id')
      .select(['wheel_builds.name', 'hub_id as hub', 'rim_id as rim', 'crosses'])
      .where('hub.deleted_at', 'is', null)
      .where('rim.deleted_at', 'is', null)
      .orderBy('wheel_builds.id')
      .limit(BUILDS_LISTED)
      .execute(),
  ])
  return { hub: toList(hubs, 'hub'), rim: toList(rims, 'rim'), builds }
}

const toList = (rows: Row[], kind: Kind) => ({
  parts: toWheelParts(rows.slice(0, PARTS_LISTED), kind),
  hasMore: rows.length > PARTS_LISTED,
})

/** Reads one more part than the list shows, so that the caller can detect further parts. */
function readOldest(db: Db, kind: Kind): Promise<Row[]> {
  return readParts(
    db,
    sql`(
      select part_id, row_number() over (order by position) as n from (
        select part_id from part_fits join parts on parts.id = part_id
        where interface_id = 'wheel.spokes' and role = ${KINDS[kind].role} and deleted_at is null
        group by part_id order by part_id limit ${PARTS_LISTED + 1}
      ) f join parts on parts.id = part_id
    )`,
  )
}

/**
 * Searches hubs or rims, but only in the families of the oldest hubs or rims. Returns them in the order of the search.
 * Reads at most `LONG_LIST_ROWS` matches. Lists none for a relaxed search. Finds the hub or rim with an id that is the
 * search text.
 */
export async function findWheelParts(
  db: Db,
  { kind, search: searchText }: WheelPartsSearch,
): Promise<WheelPart[]> {
  if (isId(searchText)) return selectWheelParts(db, kind, [{ id: searchText }])
  const [{ search, ...query }, oldest] = await Promise.all([
    resolvePartQuery(db, toPartFilters({ search: searchText })),
    readOldest(db, kind),
  ])
  if (!search || search.isRelaxed) return []
  const families = [...new Set(oldest.flatMap(({ familyCode }) => familyCode ?? []))]
  const parts: WheelPart[] = []
  let after: string | undefined
  for (let read = 0; read < LONG_LIST_ROWS; read += MATCHES_READ) {
    const page = { size: MATCHES_READ, after }
    const matches = await listRankedParts(db, { ...query, search, families }, page)
    parts.push(...(await selectWheelParts(db, kind, matches)))
    after = matches.at(-1)?.id
    if (parts.length >= PARTS_LISTED || matches.length < MATCHES_READ) break
  }
  return parts.slice(0, PARTS_LISTED)
}

/** Selects the hubs or rims with known dimensions, in the given sequence. */
async function selectWheelParts(db: Db, kind: Kind, matches: { id: string }[]) {
  const ids = matches.map(({ id }) => id)
  const rows = await readParts(
    db,
    sql`(
      select part_id, n from unnest(${ids}::uuid[]) with ordinality as listed (part_id, n)
      where exists (select from part_fits f where f.part_id = listed.part_id
        and interface_id = 'wheel.spokes' and role = ${KINDS[kind].role})
    )`,
  )
  return toWheelParts(rows, kind)
}

/** Reads the parts on sale of a subquery with the columns `part_id` and `n`, ordered by `n`. */
async function readParts(db: Db, listed: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select parts.id as "productId", name, sku, family_code as "familyCode", attributes
    from ${listed} listed join parts on parts.id = part_id
    where deleted_at is null order by n`.execute(db)
  return rows
}

function toWheelParts(rows: Row[], kind: Kind): WheelPart[] {
  return rows.flatMap(({ attributes, familyCode: _, ...part }) => {
    const dimensions = KINDS[kind].read(attributes)
    return dimensions ? [{ ...part, spokeHoles: dimensions.spokeHoles }] : []
  })
}
