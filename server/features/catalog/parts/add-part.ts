import { randomUUIDv7 } from 'node:crypto'
import { type NewPart, type PartData, toTiers } from '@freehub/contract/catalog/parts'
import { findTermsErrors } from '@freehub/contract/catalog/prices'
import { centsOf } from '@freehub/contract/money'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { claimIdempotencyKey } from '../../../platform/database/claim-idempotency-key.ts'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { RefusalError, runTransaction } from '../../../platform/database/run-transaction.ts'
import {
  deriveDrawing,
  findFamilyCode,
  refuseConstraintErrors,
  TAKEN_SKU_MESSAGE,
  toColumns,
  UNKNOWN_FAMILY_MESSAGE,
} from './change-data.ts'
import { findFitErrors, toFitTexts } from './change-fits.ts'
import { replacePartFits } from './part-fits.ts'
import { replacePriceTiers } from './price-steps.ts'

/** Adds a part, once per idempotency key. Returns its id. Refusals name all invalid fields. */
export async function addPart(
  db: Db,
  part: NewPart,
  { byUser, key }: { byUser: string; key?: string | undefined },
): Promise<string | Refusal> {
  const id = randomUUIDv7()
  const write = async (tx: Tx) => {
    const existingId = await claimIdempotencyKey(
      tx,
      { userId: byUser, key, payload: ['addPart', part] },
      id,
    )
    if (existingId) return existingId
    const { data, terms, fits } = splitPart(part)
    const familyCode = await findFamilyCode(tx, data.familySlug)
    const errors = {
      ...findTermsErrors(terms),
      ...(await findFitErrors(tx, fits, 'fits')),
      ...(data.familySlug !== null &&
        familyCode === null && { familySlug: UNKNOWN_FAMILY_MESSAGE }),
      ...((await isSkuTaken(tx, data.sku)) && { sku: TAKEN_SKU_MESSAGE }),
    }
    if (Object.keys(errors).length > 0) throw new RefusalError(refuse('input_invalid', { errors }))
    const drawing = await deriveDrawing(tx, { id, familyCode, attributes: data.attributes })
    await tx
      .insertInto('parts')
      .values({
        id,
        name: part.name,
        description: part.description,
        img: part.img,
        unit_price_cents: terms.unitPriceCents,
        minimum_order: terms.minimumOrder,
        order_multiple: terms.orderMultiple,
        on_hand: part.availableQuantity,
        ...toColumns(data, familyCode),
        ...(drawing && { drawing: JSON.stringify(drawing) }),
      })
      .execute()
    await replacePriceTiers(tx, [{ id, ...terms }])
    await replacePartFits(tx, [{ id, ...toFitTexts(fits) }])
    await tx
      .insertInto('stock_movements')
      .values({
        id: randomUUIDv7(),
        part_id: id,
        kind: 'initial',
        pieces: part.availableQuantity,
        by_user: byUser,
      })
      .execute()
    return id
  }
  return refuseConstraintErrors(() => runTransaction(db, write))
}

/** Groups the fields of a new part. Omitted data become null or empty. */
function splitPart({ fits = [], priceTiers = [], orderMultiple = null, ...part }: NewPart) {
  const data: PartData = {
    sku: part.sku ?? null,
    familySlug: part.familySlug ?? null,
    packSize: part.packSize ?? null,
    cartonSize: part.cartonSize ?? null,
    weightGrams: part.weightGrams ?? null,
    leadTimeDays: part.leadTimeDays ?? null,
    hsCode: part.hsCode ?? null,
    attributes: part.attributes ?? {},
  }
  const terms = {
    unitPriceCents: centsOf(part.price),
    minimumOrder: part.minimumOrder,
    orderMultiple,
    priceTiers: toTiers(priceTiers),
  }
  return { data, terms, fits }
}

async function isSkuTaken(tx: Tx, sku: string | null): Promise<boolean> {
  if (sku === null) return false
  const owner = await tx.selectFrom('parts').select('id').where('sku', '=', sku).executeTakeFirst()
  return owner !== undefined
}

/** Marks a part as deleted. Existing orders keep it. Returns 1, or 0 if the part was not on sale. */
export async function deletePart(db: Db, id: string, byUser: string): Promise<number> {
  const { rows } = await sql`
    with deleted as (
      update parts set deleted_at = now() where id = ${id}::uuid and deleted_at is null returning id
    )
    insert into part_edits (id, part_id, kind, by_user)
    select ${randomUUIDv7()}::uuid, id, 'deleted', ${byUser}::uuid from deleted
    returning id`.execute(db)
  return rows.length
}
