import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import type { FamilyNames } from '../parts/part-columns.ts'

/** Parts as a list of them says them; also those that are no longer on sale. */
export function selectListedParts(db: Db) {
  return db
    .selectFrom('parts')
    .select(['id', 'sku', 'name', 'description', 'img', 'unit_price_cents', 'minimum_order'])
    .select(['family_code', 'pack_size', 'carton_size', 'weight_g', 'lead_time_days', 'hs_code'])
    .select(sql<number>`on_hand - reserved`.as('available'))
}

/** The families by their codes. */
export async function readFamilyNames(db: Db): Promise<FamilyNames> {
  const rows = await db.selectFrom('families').select(['code', 'name']).execute()
  return new Map(rows.map(({ code, name }) => [code, name]))
}
