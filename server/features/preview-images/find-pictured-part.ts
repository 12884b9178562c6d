import { dollarsOf } from '@freehub/contract/money'
import type { Db } from '../../platform/database/connections/connect.ts'
import type { PicturedPart } from './part-picture.ts'

/** Finds the picture data of the part on sale with this SKU. Returns undefined if it has no drawing. */
export async function findPicturedPart(db: Db, sku: string): Promise<PicturedPart | undefined> {
  const part = await db
    .selectFrom('parts')
    .leftJoin('families', 'families.code', 'parts.family_code')
    .select(['parts.name', 'unit_price_cents', 'minimum_order', 'drawing'])
    .select('families.name as family')
    .where('sku', '=', sku)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!part?.drawing) return undefined
  return {
    name: part.name,
    sku,
    family: part.family ?? 'Bicycle Parts',
    priceDollars: dollarsOf(part.unit_price_cents),
    minimumOrder: part.minimum_order,
    drawing: part.drawing,
  }
}
