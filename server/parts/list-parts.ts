import type { Part } from '@freehub/contract/parts'
import type { PartSort } from '@freehub/contract/parts-wanted'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import { isWanted, type PartFilter } from './part-filter.ts'
import { partOf, selectParts } from './part-row.ts'
import { rankedRows } from './ranked-rows.ts'

export interface PageWanted {
  size: number
  /** The id of the part that the page comes after. */
  after?: string | undefined
  sort?: PartSort | undefined
}

/**
 * So many of the wanted parts in a stable order, after the one with this id: as sorted, or the best
 * matches of a search first, or in the catalogue's own order.
 */
export async function listParts(db: Db, filter: PartFilter, page: PageWanted): Promise<Part[]> {
  const ranked = filter.search && !page.sort
  const rows = await (ranked ? rankedRows(db, filter, page) : sortedRows(db, filter, page))
  return rows.map(partOf)
}

/** By what the rows of `parts` are sorted. Each ends with the position, so that no two are equal. */
const SORTS = {
  catalogue: { keys: ['position'], direction: 'asc' },
  price: { keys: ['unit_price_cents', 'position'], direction: 'asc' },
  '-price': { keys: ['unit_price_cents', 'position'], direction: 'desc' },
  name: { keys: ['folded(name) collate "C"', 'position'], direction: 'asc' },
  newest: { keys: ['position'], direction: 'desc' },
} as const

function sortedRows(db: Db, filter: PartFilter, { size, after, sort }: PageWanted) {
  const { keys, direction } = SORTS[sort ?? 'catalogue']
  const row = sql.join(keys.map((key) => sql.raw(key)))
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  return selectParts(db)
    .where(isWanted(filter))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${row}) ${beyond} (select ${row} from parts where id = ${after})`),
    )
    .$call((query) => keys.reduce((by, key) => by.orderBy(sql.raw(key), direction), query))
    .limit(size)
    .execute()
}

/** How many parts are wanted. */
export async function countParts(db: Db, filter: PartFilter): Promise<number> {
  const { count } = await db
    .selectFrom('parts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isWanted(filter))
    .executeTakeFirstOrThrow()
  return count
}
