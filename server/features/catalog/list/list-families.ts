import { MATCH_COUNT_MAXIMUM } from '@freehub/contract/catalog/part-filters'
import type { Family } from '@freehub/contract/catalog/parts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { findIdsBelowLimit } from '../search/find-ids-below-limit.ts'
import { matchesQuery, type PartQuery } from './part-query.ts'

/**
 * Lists the families that have parts on sale, with the figure of their first drawing and the number
 * of matching parts. Counts stop at `MATCH_COUNT_MAXIMUM`; they are null if a search reaches it.
 */
export async function listFamilies(db: Db, query: PartQuery): Promise<Family[]> {
  const { rows } = await sql<Family>`
    select slug, name, ${await buildPartCount(db, query)} as count, coalesce((
      select drawing->>'figure' from parts
      where family_code = code and deleted_at is null and drawing is not null
      order by position limit 1
    ), 'box') as figure
    from families
    where exists (select from parts where family_code = code and deleted_at is null)
    order by code`.execute(db)
  return rows
}

/** Builds the SQL expression that counts the matching parts for a row of `families`. */
async function buildPartCount(db: Db, query: PartQuery): Promise<RawBuilder<unknown>> {
  const { search, ...filters } = query
  if (!search) {
    return sql`(select count(*) from (
      select from parts where family_code = code and ${matchesQuery(query)} limit ${MATCH_COUNT_MAXIMUM}
    ) counted)`
  }
  const { countQueries } = search
  const ids = await findIdsBelowLimit(db, { countQueries }, filters, MATCH_COUNT_MAXIMUM)
  if (!ids) return sql`null::bigint`
  const { rows } = await sql<{ code: string; count: number }>`
    select family_code as code, count(*) as count
    from parts where id = any (${ids}::uuid[]) group by family_code`.execute(db)
  const counts = Object.fromEntries(rows.map(({ code, count }) => [code, count]))
  return sql`coalesce((${JSON.stringify(counts)}::jsonb->>code)::bigint, 0)`
}
