import { centsOf } from '@freehub/contract/money'
import type { PartsWanted } from '@freehub/contract/parts-wanted'
import type { Db } from '../database/connect.ts'
import type { PartFilter } from './part-filter.ts'
import { readSearch } from './search/read-search.ts'

/** What is wanted, in the database's terms: the search read, families if any, cents. */
export async function readFilter(db: Db, wanted: PartsWanted): Promise<PartFilter> {
  return {
    search: wanted.search === '' ? undefined : await readSearch(db, wanted.search),
    families: wanted.families.length > 0 ? wanted.families : undefined,
    available: wanted.available,
    fromCents: centsIfSaid(wanted.priceFrom),
    toCents: centsIfSaid(wanted.priceTo),
  }
}

function centsIfSaid(dollars: number | undefined): number | undefined {
  return dollars === undefined ? undefined : centsOf(dollars)
}
