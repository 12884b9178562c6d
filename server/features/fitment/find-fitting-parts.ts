import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { isCompatible, type PartInterface } from '../catalog/relations/interface-compatibility.ts'

/** A search for parts that have one of the sizes at an interface. */
export interface FitSearch {
  interface: string
  role: 'needs' | 'offers'
  sizes: string[]
  /** Finds only parts of this family, if it is not null. */
  family: string | null
}

/** Maximum number of parts on sale that a search reads for each size, oldest first. */
const MAX_CHECKED_PER_SIZE = 50
/** Maximum number of parts that a search returns. */
const MAX_FOUND_PER_SEARCH = 6

/**
 * Returns the part ids that each search found, in the order of `searches`. Within a search, parts whose minimum order is
 * available come first.
 */
export async function findFittingParts(db: Db, searches: FitSearch[]): Promise<string[][]> {
  if (searches.every(({ sizes }) => sizes.length === 0)) return searches.map(() => [])
  // Several conflicts often have the same search.
  const keys = searches.map(({ interface: id, role, sizes, family }) =>
    JSON.stringify({ interface: id, role, sizes, family }),
  )
  const distinct = [...new Set(keys)]
  const { rows } = await sql<{ n: number; id: string }>`
    with search as materialized (
      select n, s.* from json_array_elements(${`[${distinct.join()}]`}::json)
        with ordinality as listed (one, n),
        json_to_record(one) as s (interface text, role text, sizes text[], family text)
    )
    select n::int, id from search cross join lateral (
      select parts.id, row_number() over (
        order by on_hand - reserved >= minimum_order desc, position) as place from (
        select distinct part_id from unnest(sizes) searched_size cross join lateral (
          select part_id from (
            select part_id from part_fits f
            where f.interface_id = search.interface and f.role = search.role and f.size = searched_size
            order by part_id
          ) f cross join lateral (
            -- The offset makes the planner read parts one by one, until the limit.
            select from parts where id = part_id and deleted_at is null
              and (search.family is null or family_code = search.family) offset 0
          ) on_sale order by part_id limit ${MAX_CHECKED_PER_SIZE}
        ) of_size
      ) f join parts on parts.id = f.part_id
      order by place limit ${MAX_FOUND_PER_SEARCH}
    ) found order by n, place`.execute(db)
  return keys.map((key) => {
    const index = distinct.indexOf(key)
    return rows.flatMap(({ n, id }) => (n === index + 1 ? id : []))
  })
}

export type ReadSizes = (definition: PartInterface, needs: string[][]) => Promise<string[]>

/**
 * Creates a function that lists the offered sizes that are compatible with all needs. A need is a list of alternative
 * sizes. An interface with a `pattern` has no list of sizes. Its sizes are read once, from the parts that offer them.
 */
export function createSizeReader(db: Db): ReadSizes {
  const read = new Map<string, Promise<string[]>>()
  return async (definition, needs) => {
    const { id, pattern } = definition
    if (pattern !== undefined && !read.has(id)) read.set(id, readSizes(db, id))
    const sizes = (await read.get(id)) ?? definition.sizes
    return sizes.filter((offered) =>
      needs.every((need) => need.some((needed) => isCompatible(definition, needed, offered))),
    )
  }
}

/** Lists the sizes that parts offer, in an index scan with one step per size. */
async function readSizes(db: Db, interfaceId: string): Promise<string[]> {
  const { rows } = await sql<{ size: string }>`
    with recursive offered as (
      (select size from part_fits where interface_id = ${interfaceId} and role = 'offers'
       order by size limit 1)
      union all
      select (select f.size from part_fits f
        where f.interface_id = ${interfaceId} and f.role = 'offers' and f.size > offered.size
        order by f.size limit 1)
      from offered where offered.size is not null
    ) select size from offered where size is not null`.execute(db)
  return rows.map(({ size }) => size)
}
