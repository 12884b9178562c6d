import type { PartsWanted } from '@freehub/contract/catalog/parts-wanted'
import { centsOf } from '@freehub/contract/money'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { readSearch } from '../search/read-search.ts'
import type { PartFilter } from './part-filter.ts'

/** What is wanted, in the database's terms: the search read, families if any, cents. */
export async function readFilter(db: Db, wanted: PartsWanted): Promise<PartFilter> {
  const narrowing = {
    families: wanted.families.length > 0 ? await codesOf(db, wanted.families) : undefined,
    available: wanted.available,
    fromCents: centsIfSaid(wanted.priceFrom),
    toCents: centsIfSaid(wanted.priceTo),
  }
  if (wanted.search === '') return narrowing
  return { ...narrowing, search: await readSearch(db, wanted.search) }
}

async function codesOf(db: Db, slugs: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('families')
    .select('code')
    .where('slug', 'in', slugs)
    .orderBy('code')
    .execute()
  return rows.map(({ code }) => code)
}

function centsIfSaid(dollars: number | undefined): number | undefined {
  return dollars === undefined ? undefined : centsOf(dollars)
}
