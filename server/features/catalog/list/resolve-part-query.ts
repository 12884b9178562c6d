import type { PartFilters } from '@freehub/contract/catalog/part-filters'
import { centsOf } from '@freehub/contract/money'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { parseSearch } from '../search/parse-search.ts'
import type { PartQuery } from './part-query.ts'

/** Converts filters to database terms: parsed search, family codes, prices in cents. */
export async function resolvePartQuery(db: Db, filters: PartFilters): Promise<PartQuery> {
  const resolved = {
    families: filters.families.length > 0 ? await readFamilyCodes(db, filters.families) : undefined,
    available: filters.available,
    fromCents: toOptionalCents(filters.priceFrom),
    toCents: toOptionalCents(filters.priceTo),
  }
  if (filters.search === '') return resolved
  return { ...resolved, search: await parseSearch(db, filters.search) }
}

async function readFamilyCodes(db: Db, slugs: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('families')
    .select('code')
    .where('slug', 'in', slugs)
    .orderBy('code')
    .execute()
  return rows.map(({ code }) => code)
}

function toOptionalCents(dollars: number | undefined): number | undefined {
  return dollars === undefined ? undefined : centsOf(dollars)
}
