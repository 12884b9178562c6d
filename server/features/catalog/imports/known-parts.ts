import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { selectListedParts } from '../list/listed-parts.ts'
import type { ListedPart } from '../parts/part-columns.ts'
import type { GivenRow } from './given-rows.ts'

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A part that a row may be about. Deleted ones keep their SKU. */
export interface KnownPart extends ListedPart {
  deleted: boolean
}

export interface KnownParts {
  byId: ReadonlyMap<string, KnownPart>
  bySku: ReadonlyMap<string, KnownPart>
}

/** The parts that some rows name by id or SKU. */
export async function readKnownParts(db: Db, rows: GivenRow[]): Promise<KnownParts> {
  const said = (column: 'id' | 'sku') => rows.map(({ cells }) => cells.get(column)?.trim() ?? '')
  const ids = said('id')
    .map((id) => id.toLowerCase())
    .filter((id) => UUID.test(id))
  const skus = said('sku').filter((sku) => sku !== '')
  const parts = await selectListedParts(db)
    .select(sql<boolean>`deleted_at is not null`.as('deleted'))
    .where(sql<boolean>`(id = any (${ids}::uuid[]) or sku = any (${skus}::text[]))`)
    .execute()
  return {
    byId: new Map(parts.map((part) => [part.id, part])),
    bySku: new Map(parts.flatMap((part) => (part.sku === null ? [] : [[part.sku, part]]))),
  }
}
