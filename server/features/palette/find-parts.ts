import type { ManagedPart } from '@freehub/contract/catalog/parts'
import { listCodeKeys, toUpperAlphanumeric } from '@freehub/contract/order-pad/codes'
import type { PaletteResults } from '@freehub/contract/palette/calls'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { prefixPattern } from '../../platform/database/like-patterns.ts'
import { isArchived } from '../catalog/manage/archived.ts'
import { findArchivedParts } from '../catalog/manage/list-managed-parts.ts'
import { listRankedParts } from '../catalog/search/list-parts.ts'
import { resolvePartQuery, toPartFilters } from '../catalog/search/part-query.ts'
import type { Principal } from '../identity/guards.ts'

type FoundPart = PaletteResults['parts'][number]

/**
 * Finds parts on sale. Parts with a code that equals, begins with or ends with the search text come before other
 * results. Staff also find archived parts, which come last unless a code matches. The search is never relaxed. For
 * staff, it does not guess at all: an action on a guessed part could be a mistake.
 */
export async function findParts(
  db: Db,
  principal: Principal,
  search: string,
  limit: number,
): Promise<FoundPart[]> {
  const [byCode, byText, archived] = await Promise.all([
    findByCode(db, principal, search),
    findByText(db, principal, search, limit),
    hasStaffRights(principal) ? findArchivedParts(db, search, limit) : [],
  ])
  const found = new Map<string, FoundPart>()
  for (const part of [...byCode, ...byText, ...archived.map(toArchived)])
    if (!found.has(part._id)) found.set(part._id, part)
  return [...found.values()].slice(0, limit)
}

const hasStaffRights = ({ role }: Principal) => role === 'admin'

const toArchived = ({ _id, name, sku }: ManagedPart): FoundPart => ({
  _id,
  name,
  sku,
  code: null,
  isExact: false,
  isArchived: true,
})

const MIN_PREFIX_LENGTH = 3
const MIN_SUFFIX_LENGTH = 4
/** Limits the cost of a beginning or end that many codes share. */
const MAX_CANDIDATES = 50

/** Complete codes come first, then beginnings, then ends; among these, own numbers come before other codes. */
async function findByCode(db: Db, principal: Principal, search: string): Promise<FoundPart[]> {
  const keys = listCodeKeys(search)
  const digitsAndLetters = toUpperAlphanumeric(search)
  if (digitsAndLetters.length < MIN_PREFIX_LENGTH || !/\d/.test(digitsAndLetters)) return []
  const prefix = prefixPattern(digitsAndLetters)
  // An empty pattern matches no code.
  const reversed =
    digitsAndLetters.length < MIN_SUFFIX_LENGTH
      ? ''
      : prefixPattern([...digitsAndLetters].reverse().join(''))
  const { rows } = await sql<FoundPart>`
    select id as "_id", name, sku, rank = 0 as "isExact", deleted_at is not null as "isArchived",
      case when kind = 'sku' then null else concat_ws(' ', nullif(brand, ''), code) end as code
    from (
      select part_id, 'own' as kind, '' as brand, code,
        case when key = any (${keys}) then 0 when key like ${prefix} then 1 else 2 end as rank
      from own_numbers where user_id = ${principal.id}
        and (key = any (${keys}) or key like ${prefix} or reverse(key) like ${reversed})
      union all
      (select part_id, kind, brand, code, 0 from part_codes where key = any (${keys}) limit ${MAX_CANDIDATES})
      union all
      (select part_id, kind, brand, code, 1 from part_codes where key like ${prefix} limit ${MAX_CANDIDATES})
      union all
      (select part_id, kind, brand, code, 2 from part_codes where reverse(key) like ${reversed} limit ${MAX_CANDIDATES})
    ) found join parts on id = part_id
    where ${hasStaffRights(principal) ? sql`(deleted_at is null or ${isArchived})` : sql`deleted_at is null`}
    order by rank, kind <> 'own', kind <> 'sku', code limit ${MAX_CANDIDATES}`.execute(db)
  return rows
}

async function findByText(
  db: Db,
  principal: Principal,
  search: string,
  limit: number,
): Promise<FoundPart[]> {
  const exact = hasStaffRights(principal) ? 'true' : undefined
  const query = await resolvePartQuery(db, toPartFilters({ search, exact }))
  if (!query.search || query.search.isRelaxed) return []
  const parts = await listRankedParts(db, { ...query, search: query.search }, { size: limit })
  const ids = parts.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db.selectFrom('parts').select(['id', 'sku']).where('id', 'in', ids).execute()
  const skus = new Map(rows.map(({ id, sku }) => [id, sku]))
  return parts.map(({ id, name }) => ({
    _id: id,
    name,
    sku: skus.get(id) ?? null,
    code: null,
    isExact: false,
    isArchived: false,
  }))
}
