import { centsOf } from '@freehub/contract/money'
import type { PartsWanted } from '@freehub/contract/parts-wanted'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { isWanted, type PartFilter } from './part-filter.ts'
import { FEW } from './parts-in-order.ts'
import { readSearch } from './search/read-search.ts'

/** What is wanted, in the database's terms: the search read, families if any, cents. */
export async function readFilter(db: Db, wanted: PartsWanted): Promise<PartFilter> {
  const narrowing = {
    families: wanted.families.length > 0 ? await codesOf(db, wanted.families) : undefined,
    available: wanted.available,
    fromCents: centsIfSaid(wanted.priceFrom),
    toCents: centsIfSaid(wanted.priceTo),
  }
  if (wanted.search === '') return narrowing
  return {
    ...narrowing,
    search: await readSearch(db, wanted.search),
    isFew: await areFew(db, narrowing),
  }
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

/** Whether prices leave few parts, as an index knows. */
async function areFew(db: Db, { fromCents, toCents }: PartFilter): Promise<boolean> {
  if (fromCents === undefined && toCents === undefined) return false
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from parts where ${isWanted({ fromCents, toCents })} limit ${FEW + 1}
    ) few`.execute(db)
  return (rows[0]?.count ?? 0) <= FEW
}

function centsIfSaid(dollars: number | undefined): number | undefined {
  return dollars === undefined ? undefined : centsOf(dollars)
}
