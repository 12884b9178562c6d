import { MATCH_COUNT_MAXIMUM } from '@freehub/contract/catalog/part-filters'
import type { Family } from '@freehub/contract/catalog/parts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { findAllMatches } from '../search/find-matches.ts'
import { matchesQuery, type PartQuery } from '../search/part-query.ts'

/**
 * Lists the families with parts on sale. Each has the figure of its first drawing, or `box`, and the
 * number of matching parts. Counts stop at `MATCH_COUNT_MAXIMUM`. If a search has at least this
 * number of matches in all families together, all counts are null.
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
  const unranked = { ...search, rankQueries: [] }
  const ids = await findAllMatches(db, unranked, filters, MATCH_COUNT_MAXIMUM)
  return ids
    ? sql`(select count(*) from parts where family_code = code and id = any (${ids}::uuid[]))`
    : sql`null::bigint`
}
