import { toCodeKey } from '@freehub/contract/order-pad/codes'
import type { Db } from '../../../server/platform/database/connections/connect.ts'
import { addPart } from './parts.ts'

/** Adds a part with this SKU. Returns its id. */
export async function addPartWithSku(
  { db }: { db: Db },
  sku: string,
  part: { name?: string; minimum?: number; stock?: number; supersedes?: string } = {},
): Promise<string> {
  const { supersedes = null, ...rest } = part
  const id = await addPart({ db }, rest)
  await db.updateTable('parts').set({ sku, supersedes }).where('id', '=', id).execute()
  return id
}

/** Adds a GTIN to a part, or a competitor's number with its brand. */
export async function addPartCode(
  { db }: { db: Db },
  partId: string,
  kind: 'gtin' | 'competitor',
  code: string,
  brand = '',
): Promise<void> {
  await db
    .insertInto('part_codes')
    .values({ part_id: partId, kind, brand, code, key: toCodeKey(code) })
    .execute()
}
