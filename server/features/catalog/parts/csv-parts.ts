import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { FamilyNames } from './part-columns.ts'

/** Selects the columns of a CSV part list. Includes parts that are no longer on sale. */
export function selectCsvParts(db: Db) {
  return db
    .selectFrom('parts')
    .select(['id', 'sku', 'name', 'description', 'img', 'unit_price_cents', 'minimum_order'])
    .select(['family_code', 'pack_size', 'carton_size', 'weight_g', 'lead_time_days', 'hs_code'])
    .select(sql<number>`on_hand - reserved`.as('available'))
}

/** Reads the names of all families, by code. */
export async function readFamilyNames(db: Db): Promise<FamilyNames> {
  const rows = await db.selectFrom('families').select(['code', 'name']).execute()
  return new Map(rows.map(({ code, name }) => [code, name]))
}
