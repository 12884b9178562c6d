import type { Part } from '@freehub/contract/parts'
import type { PartSort } from '@freehub/contract/parts-wanted'
import type { Db } from '../database/connect.ts'
import { isWanted, type PartFilter } from './part-filter.ts'
import { partOf } from './part-row.ts'
import { CATALOGUE, comesAfter, countParts, type Order, partsInOrder } from './parts-in-order.ts'
import { rankedParts } from './ranked-parts.ts'

interface PageWanted {
  size: number
  /** The id of the part that the page comes after. */
  after?: string | undefined
  sort?: PartSort | undefined
}

/**
 * So many of the wanted parts in a stable order, after the one with this id: as sorted, or the best
 * matches of a search first, or in the catalogue's own order. And how many are wanted in all.
 */
export async function listParts(
  db: Db,
  filter: PartFilter,
  { size, after, sort }: PageWanted,
): Promise<{ parts: Part[]; count: number }> {
  const wanted = isWanted(filter)
  const count = await countParts(db, [wanted])
  const { search } = filter
  if (search && !sort) {
    const rows = await rankedParts(db, wanted, search, { size, after, count })
    return { parts: rows.map(partOf), count }
  }
  const order = sort ? SORTS[sort] : CATALOGUE
  const conditions = after === undefined ? [wanted] : [wanted, comesAfter(after, order)]
  const rows = await partsInOrder(db, conditions, order, { size, count })
  return { parts: rows.map(partOf), count }
}

/** Each ends with the position, so that no two parts are equal. */
const SORTS: Record<PartSort, Order> = {
  price: { keys: ['unit_price_cents', 'position'], direction: 'asc' },
  '-price': { keys: ['unit_price_cents', 'position'], direction: 'desc' },
  name: { keys: ['folded(name) collate "C"', 'position'], direction: 'asc' },
  newest: { keys: ['position'], direction: 'desc' },
}
