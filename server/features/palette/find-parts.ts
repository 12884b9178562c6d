import type { PaletteResults } from '@freehub/contract/palette/calls'
import type { Db } from '../../platform/database/connections/connect.ts'
import { listRankedParts } from '../catalog/list/list-ranked-parts.ts'
import { resolvePartQuery } from '../catalog/list/resolve-part-query.ts'
import { toPartFilters } from '../catalog/list/to-part-filters.ts'

/** Returns the first results of the part search, with their SKUs. */
export async function findParts(
  db: Db,
  search: string,
  limit: number,
): Promise<PaletteResults['parts']> {
  const query = await resolvePartQuery(db, toPartFilters({ search }))
  if (!query.search) return []
  const parts = await listRankedParts(db, { ...query, search: query.search }, { size: limit })
  const ids = parts.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db.selectFrom('parts').select(['id', 'sku']).where('id', 'in', ids).execute()
  const skus = new Map(rows.map(({ id, sku }) => [id, sku]))
  return parts.map(({ id, name }) => ({ _id: id, name, sku: skus.get(id) ?? null }))
}
