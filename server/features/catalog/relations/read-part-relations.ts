import {
  COMPATIBLE_COUNT_MAXIMUM,
  type Part,
  type PartRelations,
} from '@freehub/contract/catalog/parts'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { selectParts, toPart } from '../parts/read-part.ts'
import { describeNeed, describeOffer } from './describe-fit.ts'
import { isCompatible, type PartInterface } from './interface-compatibility.ts'
import { findNoun } from './part-noun.ts'

type PartFit = PartRelations['fits'][number]

const COMPATIBLE_PARTS_SHOWN = 12
/** Maximum number of parts that are checked per interface, from the oldest part on. */
const MAX_COMPATIBLE_CANDIDATES = 2000
const SIMILAR_PARTS_SHOWN = 4
/** Maximum number of cheaper parts, and of other parts, of the family that are compared. */
const MAX_SIMILAR_CANDIDATES = 200

interface ReferencePart {
  id: string
  name: string
  family: string | null
  family_code: string | null
  unit_price_cents: number
}

/** Reads the parts that fit a part, and similar parts. Refuses an archived part. */
export async function readPartRelations(db: Db, id: string): Promise<PartRelations | Refusal> {
  const part = await db
    .selectFrom('parts')
    .leftJoin('families', 'families.code', 'family_code')
    .select(['id', 'parts.name', 'families.name as family', 'family_code', 'unit_price_cents'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!part) return refuse('part_missing')
  const [fits, similar] = await Promise.all([readFits(db, part), findSimilarParts(db, part)])
  return { fits, similar }
}

/** Reads the fits of a part. Fits with compatible parts come first, then needs before offers, then by name. */
async function readFits(db: Db, { id, name, family }: ReferencePart): Promise<PartFit[]> {
  const member = { name, noun: findNoun(name, family) }
  const interfaces = await readPartInterfaces(db, id)
  const compatible = await findCompatibleParts(db, id, interfaces)
  const fits = interfaces.map(({ definition, role, sizes }) => ({
    name: definition.name,
    role,
    sizes,
    why:
      role === 'needs'
        ? describeNeed(definition, { member, sizes })
        : describeOffer(definition, member, sizes),
    allNeeded: definition.all_needs ?? false,
    note: definition.note ?? null,
    standard: definition.standard ?? null,
    counterpart: definition.counterpart,
    ...(compatible.get(formatKey(definition.id, role)) ?? { parts: [], count: 0 }),
  }))
  return fits.sort(
    (a, b) =>
      Number(b.count > 0) - Number(a.count > 0) ||
      a.role.localeCompare(b.role) ||
      a.name.localeCompare(b.name),
  )
}

const formatKey = (interfaceId: string, role: string) => `${interfaceId} ${role}`

/** An interface of a part: the part's role and sizes, and the sizes of other parts in the opposite role. */
interface InterfaceRow {
  definition: PartInterface
  role: 'needs' | 'offers'
  sizes: string[]
  other_role: 'needs' | 'offers'
  other_sizes: string[]
}

/** Reads the interfaces of a part. A loose index scan reads the distinct sizes of other parts, one step per size. */
async function readPartInterfaces(db: Db, partId: string): Promise<InterfaceRow[]> {
  const { rows } = await sql<InterfaceRow>`
    select i.definition, own.role, own.sizes, own.other_role, array(
      with recursive other as (
        (select size from part_fits
         where interface_id = own.interface_id and role = own.other_role order by size limit 1)
        union all
        select (select f.size from part_fits f
          where f.interface_id = own.interface_id and f.role = own.other_role and f.size > other.size
          order by f.size limit 1)
        from other where other.size is not null
      ) select size from other where size is not null
    ) as other_sizes
    from (
      select interface_id, role, array_agg(size order by size) as sizes,
        case role when 'needs' then 'offers' else 'needs' end as other_role
      from part_fits where part_id = ${partId} group by interface_id, role
    ) own join interfaces i on i.id = own.interface_id`.execute(db)
  return rows
}

function listCompatibleSizes({ definition, role, sizes, other_sizes }: InterfaceRow): string[] {
  return other_sizes.filter((other) =>
    sizes.some((own) =>
      role === 'needs'
        ? isCompatible(definition, own, other)
        : isCompatible(definition, other, own),
    ),
  )
}

/**
 * Finds the first compatible parts on sale at each interface of a part, and counts them up to
 * `COMPATIBLE_COUNT_MAXIMUM`. Excludes a part that is incompatible at another interface, such as a
 * tyre that is too wide for the rim.
 */
async function findCompatibleParts(
  db: Db,
  partId: string,
  interfaces: InterfaceRow[],
): Promise<Map<string, { parts: Part[]; count: number }>> {
  const required = interfaces.map((row) => ({
    interface_id: row.definition.id,
    role: row.other_role,
    own_role: row.role,
    sizes: listCompatibleSizes(row),
  }))
  const { rows } = await sql<{
    interface_id: string
    own_role: string
    ids: string[]
    count: number
  }>`
    with required as materialized (
      select * from json_to_recordset(${JSON.stringify(required)}::json)
        as r (interface_id text, role text, own_role text, sizes text[])
    )
    select r.interface_id, own_role, count(*),
      (array_agg(p.id order by p.position))[:${COMPATIBLE_PARTS_SHOWN}::int] as ids
    from required r cross join lateral (
      select p.id, p.position from (
        select distinct part_id from unnest(r.sizes) compatible_size cross join lateral (
          select part_id from part_fits f
          where f.interface_id = r.interface_id and f.role = r.role and f.size = compatible_size
          order by part_id limit ${MAX_COMPATIBLE_CANDIDATES}
        ) of_size order by part_id limit ${MAX_COMPATIBLE_CANDIDATES}
      ) f join parts p on p.id = f.part_id
      where p.deleted_at is null and p.id <> ${partId} and not exists (
        select from part_fits candidate_fit join required using (interface_id, role)
        where candidate_fit.part_id = p.id
        group by interface_id, role having not bool_or(candidate_fit.size = any (required.sizes))
      )
      limit ${COMPATIBLE_COUNT_MAXIMUM}
    ) p
    group by r.interface_id, own_role`.execute(db)
  const found = await selectParts(db)
    .where(sql<boolean>`id = any (${rows.flatMap(({ ids }) => ids)}::uuid[])`)
    .execute()
  const parts = new Map(found.map((row) => [row.id, toPart(row)]))
  return new Map(
    rows.map(({ interface_id, own_role, ids, count }) => [
      formatKey(interface_id, own_role),
      { parts: ids.flatMap((id) => parts.get(id) ?? []), count },
    ]),
  )
}

/**
 * Finds similar parts on sale of the same family. Parts with the most equal fits come first, then
 * parts with a similar price. In a large family, compares only the parts nearest in price.
 */
async function findSimilarParts(db: Db, part: ReferencePart): Promise<Part[]> {
  if (!part.family_code) return []
  const { id, family_code: family, unit_price_cents: price } = part
  const selectNearest = (
    priceCondition: RawBuilder<unknown>,
    direction: RawBuilder<unknown>,
  ) => sql`(
    select id from parts
    where family_code = ${family} and deleted_at is null and unit_price_cents ${priceCondition} and id <> ${id}
    order by unit_price_cents ${direction}, position ${direction} limit ${MAX_SIMILAR_CANDIDATES})`
  const equalFitsCount = sql<number>`(
    select count(*) from part_fits other join part_fits own using (interface_id, role, size)
    where other.part_id = parts.id and own.part_id = ${id})`
  const rows = await selectParts(db)
    .where(
      sql<boolean>`id in (${selectNearest(sql`>= ${price}`, sql`asc`)} union all ${selectNearest(sql`< ${price}`, sql`desc`)})`,
    )
    .orderBy(equalFitsCount, 'desc')
    .orderBy(sql`abs(unit_price_cents - ${price})`)
    .orderBy('position')
    .limit(SIMILAR_PARTS_SHOWN)
    .execute()
  return rows.map(toPart)
}
