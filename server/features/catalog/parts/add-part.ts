import { randomUUIDv7 } from 'node:crypto'
import { type NewPart, toTiers } from '@freehub/contract/catalog/parts'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { claimIdempotencyKey } from '../../../platform/database/claim-idempotency-key.ts'
import type { Db } from '../../../platform/database/connections/connect.ts'
import { RefusalError } from '../../../platform/database/run-transaction.ts'
import { deriveDrawing } from './derive-drawing.ts'
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
