import type { Findings } from '@freehub/contract/palette/palette'
import type { Db } from '../../platform/database/connections/connect.ts'
import { rankedParts } from '../catalog/list/ranked-parts.ts'
import { readFilter } from '../catalog/list/read-filter.ts'
import { wantedBy } from '../catalog/list/read-wanted.ts'

/** The first parts that the shop's own search finds, with their numbers. */
export async function findParts(db: Db, search: string, most: number): Promise<Findings['parts']> {
  const filter = await readFilter(db, wantedBy({ search }))
  if (!filter.search) return []
  const parts = await rankedParts(db, { ...filter, search: filter.search }, { size: most })
  const ids = parts.map(({ id }) => id)
  if (ids.length === 0) return []
  const numbered = await db
    .selectFrom('parts')
    .select(['id', 'sku'])
    .where('id', 'in', ids)
    .execute()
  const skus = new Map(numbered.map(({ id, sku }) => [id, sku]))
  return parts.map(({ id, name }) => ({ _id: id, name, sku: skus.get(id) ?? null }))
}
