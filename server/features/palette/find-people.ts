import type { PaletteResults } from '@freehub/contract/palette/calls'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connections/connect.ts'
import { containsPattern, prefixPattern } from '../../platform/database/like-patterns.ts'
import { userSearchText } from '../../platform/database/user-search-text.ts'

/** Limit for prefix matches and for other matches, which bounds the cost of frequent words. */
const MAX_CANDIDATES = 200

/** Finds users whose e-mail or name contains the text. Matches at the start of the e-mail come first. */
export async function findPeople(
  db: Db,
  search: string,
  limit: number,
): Promise<PaletteResults['people']> {
  const { rows } = await sql<PaletteResults['people'][number]>`
    select email, name from (${selectMatches(prefixPattern(search))} union ${selectMatches(containsPattern(search))}) found
    order by not starts_with(email, lower(${search})), email limit ${limit}`.execute(db)
  return rows
}

function selectMatches(pattern: string) {
  return sql`(select email, name from users
    where deleted_at is null and ${userSearchText} like lower(${pattern}) limit ${MAX_CANDIDATES})`
}
