import type { Part } from '@freehub/contract/catalog/parts'
import type { PartSort } from '@freehub/contract/catalog/parts-wanted'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { partOf } from '../parts/part-row.ts'
import { BY_NAME, BY_POSITION, BY_PRICE, FOLDED_NAME } from '../search/stretches.ts'
import type { Counted } from './count-parts.ts'
import type { Order } from './order.ts'
import type { PartFilter } from './part-filter.ts'
import { CATALOGUE, partsInOrder } from './parts-in-order.ts'
import { rankedParts } from './ranked-parts.ts'

interface PageWanted extends Counted {
  size: number
  /** The id of the part that the page comes after. */
  after?: string | undefined
  sort?: PartSort | undefined
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
  return (await partsInOrder(db, filter, order, page)).map(partOf)
}

/** Each ends with the position, so that no two parts are equal. */
const SORTS: Record<PartSort, Order> = {
  price: { keys: ['unit_price_cents', 'position'], direction: 'asc', ...BY_PRICE },
  '-price': { keys: ['unit_price_cents', 'position'], direction: 'desc', ...BY_PRICE },
  name: {
    keys: ['folded(name) collate "C"', 'position'],
    gatheredKeys: [`(${FOLDED_NAME}) collate "C"`, 'position'],
    direction: 'asc',
    ...BY_NAME,
  },
  newest: { keys: ['position'], direction: 'desc', ...BY_POSITION },
}
