import { type PartUpdate, toTiers } from '@freehub/contract/catalog/parts'
import { findTermsErrors } from '@freehub/contract/catalog/prices'
import { centsOf } from '@freehub/contract/money'
import { toCodeKey } from '@freehub/contract/order-pad/codes'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { runTransaction } from '../../../platform/database/run-transaction.ts'
import type { CsvPart } from '../csv/part-columns.ts'
import { type CodeTexts, hasSkuKey } from './part-codes.ts'
import { findFitErrors, toFitTexts } from './part-fits.ts'
import { formatPriceSteps } from './price-steps.ts'

/** The fields of a part that staff set, except the stock. */
export type PartInput = Omit<PartUpdate, 'seen'>

/** The stored values of these fields: columns of `parts`, and price steps, needs and offers as texts. */
export type PartValues = Omit<CsvPart, 'id' | 'available' | keyof CodeTexts> & {
  attributes: string
}

/**
 * Converts the given fields to stored values. Omitted fields become undefined. An unknown family becomes null, which
 * `findPartErrors` refuses.
 */
export async function toPartValues(db: Db, part: PartInput): Promise<Partial<PartValues>> {
  const { price, priceTiers, familySlug, attributes, fits } = part
  return {
    name: part.name,
    description: part.description,
    img: part.img,
    unit_price_cents: price === undefined ? undefined : centsOf(price),
    minimum_order: part.minimumOrder,
    order_multiple: part.orderMultiple,
    price_tiers: priceTiers && formatPriceSteps(toTiers(priceTiers)),
    sku: part.sku,
    family_code: familySlug === undefined ? undefined : await findFamilyCode(db, familySlug),
    pack_size: part.packSize,
    carton_size: part.cartonSize,
    weight_g: part.weightGrams,
    lead_time_days: part.leadTimeDays,
    hs_code: part.hsCode,
    attributes: attributes && JSON.stringify(attributes),
    ...(fits && toFitTexts(fits)),
  }
}

/** Returns the code of the family with this slug. Null if the slug is null or unknown. */
export async function findFamilyCode(db: Db, slug: string | null): Promise<string | null> {
  if (slug === null) return null
  const family = await db
    .selectFrom('families')
    .select('code')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return family?.code ?? null
}

/**
 * Returns errors by field: invalid terms, unknown families, interfaces and sizes, and the SKU of another part. `values`
 * are the values of the part after the change.
 */
export async function findPartErrors(
  tx: Tx,
  id: string,
  { priceTiers = [], familySlug = null, sku = null, fits = [] }: PartInput,
  values: PartValues,
): Promise<Record<string, string>> {
  const terms = {
    unitPriceCents: values.unit_price_cents,
    minimumOrder: values.minimum_order,
    orderMultiple: values.order_multiple ?? null,
    priceTiers: toTiers(priceTiers),
  }
  const isUnknownFamily = familySlug !== null && values.family_code === null
  return {
    ...findTermsErrors(terms),
    ...(await findFitErrors(tx, fits, 'fits')),
    ...(isUnknownFamily && { familySlug: 'Choose a family from the list.' }),
    ...(await findSkuError(tx, id, sku)),
  }
}

const TAKEN_SKU_MESSAGE = 'Another product has this part number. It may be archived.'

/**
 * Returns an error if another part has this SKU, or one with the same key, which the order pad could not distinguish.
 * Deleting a part that was never ordered removes its SKU.
 */
async function findSkuError(tx: Tx, id: string, sku: string | null): Promise<{ sku?: string }> {
  if (sku === null) return {}
  const owner = await tx
    .selectFrom('parts')
    .select(['name', 'sku', 'deleted_at'])
    .where(sql<boolean>`(sku = ${sku} or ${hasSkuKey([toCodeKey(sku)])})`)
    .where('id', '<>', id)
    .orderBy('deleted_at', (order) => order.nullsFirst())
    .executeTakeFirst()
  if (!owner) return {}
  const number = owner.sku === sku ? 'this part number' : `the part number ${owner.sku}`
  return {
    sku: owner.deleted_at
      ? `The archived product “${owner.name}” has ${number}. Restore it, or enter another number.`
      : `“${owner.name}” has ${number}. Edit it, or enter another number.`,
  }
}

const errorsByConstraint: Record<string, Record<string, string>> = {
  parts_sku_key: { sku: TAKEN_SKU_MESSAGE },
  parts_img_photo: { img: 'This image no longer exists. Upload it again.' },
}

/**
 * Runs a transaction that writes a part. Refuses if a concurrent transaction used the SKU, or if the part's photo does
 * not exist.
 */
export async function writePart<T>(db: Db, write: (tx: Tx) => Promise<T>): Promise<T | Refusal> {
  try {
    return await runTransaction(db, write)
  } catch (error) {
    const errors = errorsByConstraint[(error as { constraint?: string }).constraint ?? '']
    if (!errors) throw error
    return refuse('input_invalid', { errors })
  }
}
