import { type Part, type PartUpdate, toTiers } from '@freehub/contract/catalog/parts'
import { formatCents, formatCount } from '@freehub/contract/money'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { selectCsvParts, toCsvPart } from '../csv/select-csv-parts.ts'
import { deriveDrawing, imageAfterNewSku, listDrawingFiles } from './derive-drawing.ts'
import { recordEdit } from './part-edit-log.ts'
import { readFitTexts, replacePartFits } from './part-fits.ts'
import {
  findPartErrors,
  type PartInput,
  type PartValues,
  toPartValues,
  writePart,
} from './part-values.ts'
import { readStoredTiers, replacePriceTiers } from './price-steps.ts'
import { toPart } from './read-part.ts'

interface ChangedPart {
  part: Part
  /** The files, before and after the change, of the drawings that the change affects. */
  drawingFiles: string[]
}

/**
 * Changes a part on sale. Draws the part again if its SKU, family or attributes change. Refuses a missing part, invalid
 * values, and the change if a value in `seen` is not the part's current value.
 */
export function changePart(
  db: Db,
  id: string,
  { seen = {}, ...change }: PartUpdate,
  byUser: string,
): Promise<ChangedPart | Refusal> {
  return writePart(db, async (tx) => {
    const before = await lockPart(tx, id, change, seen)
    if (!before) return refuse('part_missing')
    const outdated = pickDifferent(await toPartValues(tx, seen), before)
    if (Object.keys(outdated).length > 0) return refuseConflict(before, outdated)
    const values = await toPartValues(tx, change)
    if (values.sku !== undefined) values.img ??= imageAfterNewSku(before, values.sku)
    const changed = pickDifferent(values, before)
    const after = { ...before, ...changed }
    // Older versions allowed two SKUs with the same key. An unchanged one stays valid.
    const errors = await findPartErrors(tx, id, { ...change, sku: changed.sku }, after)
    if (Object.keys(errors).length > 0) return refuseErrors(errors)

    const { price_tiers, needs, offers, ...columns } = changed
    const isRedrawn = ['sku', 'family_code', 'attributes'].some((column) => column in changed)
    // Sets only changed columns, because a trigger indexes the part again if the statement sets a searched column.
    await tx
      .updateTable('parts')
      .set({
        ...columns,
        // Undefined if there is no template. The part then keeps its drawing.
        ...(isRedrawn && { drawing: JSON.stringify(await redraw(tx, id, after)) }),
        // Price tiers are in another table. If other terms change, a trigger increments the version.
        terms_version: sql<number>`terms_version + ${price_tiers === undefined ? 0 : 1}::int`,
      })
      .where('id', '=', id)
      .execute()
    if (change.priceTiers) {
      const { unit_price_cents: unitPriceCents, minimum_order: minimumOrder } = after
      const priceTiers = toTiers(change.priceTiers)
      await replacePriceTiers(tx, [{ id, unitPriceCents, minimumOrder, priceTiers }])
    }
    await replacePartFits(tx, [{ id, needs, offers }])
    await recordEdit(tx, { id, before, after }, byUser)
    // A drawing contains the name of its part.
    const skus = isRedrawn || 'name' in changed ? [before.sku, after.sku] : []
    return { part: toPart(after), drawingFiles: listDrawingFiles(skus) }
  })
}

/** Locks a part on sale and reads its current values. Reads the fits only if `change` or `seen` contains fits. */
async function lockPart(tx: Tx, id: string, change: PartInput, seen: PartInput) {
  const query = selectCsvParts(tx)
    .select('attributes')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  // A new SKU needs the stronger lock, because it is a key. An upgrade of the weaker lock can deadlock with an order.
  const isNewSku = change.sku !== undefined && (await readSku(tx, id)) !== change.sku
  const row = await (isNewSku ? query.forUpdate() : query.forNoKeyUpdate()).executeTakeFirst()
  if (!row) return undefined
  const storedTiers = (await readStoredTiers(tx, [id])).get(id)
  const fits = (change.fits ?? seen.fits) && (await readFitTexts(tx, [id])).get(id)
  return toCsvPart({ ...row, ...fits, attributes: JSON.stringify(row.attributes) }, storedTiers)
}

async function readSku(tx: Tx, id: string): Promise<string | null | undefined> {
  const part = await tx.selectFrom('parts').select('sku').where('id', '=', id).executeTakeFirst()
  return part?.sku
}

/** Returns the values that are given and differ from those of the part. */
function pickDifferent(values: Partial<PartValues>, part: PartValues): Partial<PartValues> {
  const isDifferent = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== part[name as keyof PartValues]
  return Object.fromEntries(Object.entries(values).filter(isDifferent))
}

/** Refuses an outdated change. If price or minimum order have changed, the detail contains the current values. */
function refuseConflict(part: PartValues, outdated: Partial<PartValues>): Refusal {
  if (!('unit_price_cents' in outdated || 'minimum_order' in outdated))
    return refuse('part_changed')
  const price = formatCents(part.unit_price_cents)
  return refuse('part_changed', {
    detail: `Another user has changed this product. Its price is now ${price} and its minimum order ${formatCount(part.minimum_order)}.`,
  })
}

function refuseErrors(errors: Record<string, string>): Refusal {
  const hasStepError = Object.keys(errors).some((field) => field.startsWith('priceTiers'))
  return refuse(hasStepError ? 'price_tiers_invalid' : 'input_invalid', { errors })
}

const redraw = (tx: Tx, id: string, { family_code: familyCode, attributes }: PartValues) =>
  deriveDrawing(tx, { id, familyCode, attributes: JSON.parse(attributes) })
