import { randomUUIDv7 } from 'node:crypto'
import { type NewPart, toTiers } from '@freehub/contract/catalog/parts'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { claimIdempotencyKey } from '../../../platform/database/claim-idempotency-key.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { RefusalError } from '../../../platform/database/run-transaction.ts'
import { isOrdered } from '../manage/archived.ts'
import { deriveDrawing } from './derive-drawing.ts'
import { insertEdit } from './part-edit-log.ts'
import { replacePartFits } from './part-fits.ts'
import { findPartErrors, type PartValues, toPartValues, writePart } from './part-values.ts'
import { replacePriceTiers } from './price-steps.ts'

/** Adds a part, once per idempotency key. Returns its id. Refusals name all invalid fields. */
export function addPart(
  db: Db,
  part: NewPart,
  { byUser, key }: { byUser: string; key?: string | undefined },
): Promise<string | Refusal> {
  const id = randomUUIDv7()
  return writePart(db, async (tx) => {
    const existingId = await claimIdempotencyKey(
      tx,
      { userId: byUser, key, payload: ['addPart', part] },
      id,
    )
    if (existingId) return existingId
    // Fields that the specification requires are present.
    const values = (await toPartValues(tx, part)) as PartValues
    const errors = await findPartErrors(tx, id, part, values)
    if (Object.keys(errors).length > 0) throw new RefusalError(refuse('input_invalid', { errors }))
    const { price_tiers: _, needs, offers, ...columns } = values
    const { attributes = {}, priceTiers = [], minimumOrder } = part
    const familyCode = columns.family_code ?? null
    const drawing = await deriveDrawing(tx, { id, familyCode, attributes })
    await tx
      .insertInto('parts')
      .values({
        ...columns,
        id,
        on_hand: part.availableQuantity,
        ...(drawing && { drawing: JSON.stringify(drawing) }),
      })
      .execute()
    const terms = { unitPriceCents: columns.unit_price_cents, minimumOrder }
    await replacePriceTiers(tx, [{ id, ...terms, priceTiers: toTiers(priceTiers) }])
    await replacePartFits(tx, [{ id, needs, offers }])
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
  })
}

/**
 * Marks a part as deleted. Existing orders keep it. A part that was never ordered cannot be restored, so its SKU becomes
 * free. Returns 1, or 0 if the part was not on sale.
 */
export function deletePart(db: Db, id: string, byUser: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // Orders lock the part too. The next statement sees all orders that were placed before.
    const { rows } = await sql`
      select from parts where id = ${id} and deleted_at is null for no key update`.execute(tx)
    if (rows.length === 0) return 0
    await sql`
      update parts set deleted_at = now(), sku = case when ${isOrdered} then sku end
      where id = ${id}`.execute(tx)
    await insertEdit(tx, { partId: id, kind: 'deleted', byUser, changes: [] })
    return 1
  })
}
