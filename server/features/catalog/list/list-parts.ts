import type { PartSort } from '@freehub/contract/catalog/part-filters'
import type { Part } from '@freehub/contract/catalog/parts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { toPart } from '../parts/read-part.ts'
import { FOLDED_NAME, NAME_INDEX, POSITION_INDEX, PRICE_INDEX } from '../search/indexed-order.ts'
import type { PartCount } from './count-parts.ts'
import { listRankedParts } from './list-ranked-parts.ts'
import { CATALOGUE_ORDER, listSortedParts } from './list-sorted-parts.ts'
import type { PartQuery } from './part-query.ts'
import type { SortOrder } from './sort-order.ts'

interface PageOptions extends PartCount {
  size: number
  /** Id of the last part on the previous page. */
  after?: string | undefined
  sort?: PartSort | undefined
}

/**
 * Lists one page of the matching parts in a stable order: the given sort order, or the best matches
 * of a search first, or catalogue order.
 */
export async function listParts(
  db: Db,
  query: PartQuery,
  { sort, ...page }: PageOptions,
): Promise<Part[]> {
  const { search } = query
  if (search && !sort) return (await listRankedParts(db, { ...query, search }, page)).map(toPart)
  const order = sort ? SORT_ORDERS[sort] : CATALOGUE_ORDER
  return (await listSortedParts(db, query, order, page)).map(toPart)
}

/** Each order ends with the unique position, so that no two parts are equal. */
const SORT_ORDERS: Record<PartSort, SortOrder> = {
  price: { keys: ['unit_price_cents', 'position'], direction: 'asc', ...PRICE_INDEX },
  '-price': { keys: ['unit_price_cents', 'position'], direction: 'desc', ...PRICE_INDEX },
  name: {
    keys: ['folded(name) collate "C"', 'position'],
    unindexedKeys: [`(${FOLDED_NAME}) collate "C"`, 'position'],
    direction: 'asc',
    ...NAME_INDEX,
  },
  newest: { keys: ['position'], direction: 'desc', ...POSITION_INDEX },
}
