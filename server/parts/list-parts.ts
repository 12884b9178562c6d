import type { Part } from '@freehub/contract/parts'
import { FOUND_UP_TO, type PartSort } from '@freehub/contract/parts-wanted'
import type { Db } from '../database/connect.ts'
import type { PartFilter } from './part-filter.ts'
import { partOf } from './part-row.ts'
import { CATALOGUE, FEW, type Order, partsInOrder } from './parts-in-order.ts'
import { rankedParts } from './ranked-parts.ts'
import { countFound } from './search/count-found.ts'

interface PageWanted {
  size: number
  /** The id of the part that the page comes after. */
  after?: string | undefined
  sort?: PartSort | undefined
  /** How many parts are wanted, perhaps counted no further than to be many. */
  count: number
}

/**
 * So many of the wanted parts in a stable order, after the one with this id: as sorted, or the best
 * matches of a search first, or in the catalogue's own order.
 */
export async function listParts(
  db: Db,
  filter: PartFilter,
  { sort, ...page }: PageWanted,
): Promise<Part[]> {
  const { search } = filter
  if (search && !sort) return (await rankedParts(db, { ...filter, search }, page)).map(partOf)
  const order = sort ? SORTS[sort] : CATALOGUE
  const count = search ? await countFurther(db, filter, page.count) : page.count
  return (await partsInOrder(db, filter, order, { ...page, count })).map(partOf)
}

/** Of a search more is to be known than is said: whether it finds few enough to be gathered. */
async function countFurther(db: Db, filter: PartFilter, count: number): Promise<number> {
  if (!filter.search || filter.isFew || count < FOUND_UP_TO) return count
  return countFound(db, filter.search.counted, filter, FEW + 1)
}

/** Each ends with the position, so that no two parts are equal. */
const SORTS: Record<PartSort, Order> = {
  price: { keys: ['unit_price_cents', 'position'], direction: 'asc' },
  '-price': { keys: ['unit_price_cents', 'position'], direction: 'desc' },
  name: { keys: ['folded(name) collate "C"', 'position'], direction: 'asc' },
  newest: { keys: ['position'], direction: 'desc' },
}
