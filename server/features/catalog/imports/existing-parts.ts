import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { selectCsvParts } from '../list/csv-parts.ts'
import type { CsvPart } from '../parts/part-columns.ts'
import type { ParsedRow } from './parse-rows.ts'

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A part that a row may refer to. Deleted parts keep their SKU. */
export interface ExistingPart extends CsvPart {
  deleted: boolean
}

export interface ExistingParts {
  byId: ReadonlyMap<string, ExistingPart>
  bySku: ReadonlyMap<string, ExistingPart>
}

/** Reads the parts to which rows refer by id or SKU. */
export async function readExistingParts(db: Db, rows: ParsedRow[]): Promise<ExistingParts> {
  const readCells = (column: 'id' | 'sku') =>
    rows.map(({ cells }) => cells.get(column)?.trim() ?? '')
  const ids = readCells('id')
    .map((id) => id.toLowerCase())
    .filter((id) => UUID.test(id))
  const skus = readCells('sku').filter((sku) => sku !== '')
  const parts = await selectCsvParts(db)
    .select(sql<boolean>`deleted_at is not null`.as('deleted'))
    .where(sql<boolean>`(id = any (${ids}::uuid[]) or sku = any (${skus}::text[]))`)
    .execute()
  return {
    byId: new Map(parts.map((part) => [part.id, part])),
    bySku: new Map(parts.flatMap((part) => (part.sku === null ? [] : [[part.sku, part]]))),
  }
}
