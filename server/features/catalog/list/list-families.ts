import type { Family } from '@freehub/contract/catalog/parts'
import { FOUND_UP_TO } from '@freehub/contract/catalog/parts-wanted'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { findFew } from '../search/find-few.ts'
import { isWanted, type PartFilter } from './part-filter.ts'

/**
 * The families that have parts on sale, with the figure of their first drawing and how many of
 * their parts are wanted, counted no further than `FOUND_UP_TO`; null where a search finds as many.
 */
export async function listFamilies(db: Db, filter: PartFilter): Promise<Family[]> {
  const { rows } = await sql<Family>`
    select slug, name, ${await countOf(db, filter)} as count, coalesce((
      select drawing->>'figure' from parts
      where family_code = code and deleted_at is null and drawing is not null
      order by position limit 1
    ), 'box') as figure
    from families
    where exists (select from parts where family_code = code and deleted_at is null)
    order by code`.execute(db)
  return rows
}

/** How many parts are wanted of a row of `families`. */
async function countOf(db: Db, filter: PartFilter): Promise<RawBuilder<unknown>> {
  const { search, ...narrowing } = filter
  if (!search) {
    return sql`(select count(*) from (
      select from parts where family_code = code and ${isWanted(filter)} limit ${FOUND_UP_TO}
    ) counted)`
  }
  const { counted } = search
  const few = await findFew(db, { counted }, narrowing, FOUND_UP_TO)
  if (!few) return sql`null::bigint`
  const { rows } = await sql<{ code: string; count: number }>`
    select family_code as code, count(*) as count
    from parts where id = any (${few}::uuid[]) group by family_code`.execute(db)
  const counts = Object.fromEntries(rows.map(({ code, count }) => [code, count]))
  return sql`coalesce((${JSON.stringify(counts)}::jsonb->>code)::bigint, 0)`
}
