import { type Part, type PartUpdate, toTiers } from '@freehub/contract/catalog/parts'
import { centsOf, dollarsOf, formatCount, formatDollars } from '@freehub/contract/money'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { refuseConstraintErrors } from './change-data.ts'
import { recordEdit } from './part-edits.ts'
import { computePriceTiers } from './part-terms.ts'
import {
  formatPriceSteps,
  readStoredTiers,
  refuseInvalidTerms,
  replacePriceTiers,
} from './price-steps.ts'
import { selectParts, toPart } from './read-part.ts'

/**
 * Changes a part on sale. Refuses invalid terms. Refuses the change if a value in `seen` is not the part's current
 * value.
 */
export async function changePart(
  db: Db,
  id: string,
  { seen = {}, priceTiers, ...change }: PartUpdate,
  byUser: string,
): Promise<Part | Refusal> {
  const newSteps = priceTiers && toTiers(priceTiers)
  const columns = toColumns(change)
  const write = async (tx: Tx) => {
    const before = await lockPart(tx, id)
    if (!before) return refuse('part_missing')
    if (!isCurrent(before, seen)) return refuseConflict(before)
    const after = {
      ...before,
      ...columns,
      ...(newSteps && { price_tiers: formatPriceSteps(newSteps) }),
    } as LockedPart
    const refusal = refuseInvalidTerms({
      unitPriceCents: after.unit_price_cents,
      minimumOrder: after.minimum_order,
      orderMultiple: after.order_multiple,
      priceTiers: newSteps ?? [],
    })
    if (refusal) return refusal
    await updatePart(tx, id, columns, after.price_tiers !== before.price_tiers)
    if (newSteps) {
      const { unit_price_cents: unitPriceCents, minimum_order: minimumOrder } = after
      await replacePriceTiers(tx, [{ id, unitPriceCents, minimumOrder, priceTiers: newSteps }])
    }
    await recordEdit(tx, { id, before, after }, byUser)
    return toPart(after)
  }
  return refuseConstraintErrors(() => db.transaction().execute(write))
}

type LockedPart = NonNullable<Awaited<ReturnType<typeof lockPart>>>

/** Locks a part on sale and reads its current values, with the price steps as text. */
async function lockPart(tx: Tx, id: string) {
  const row = await selectParts(tx)
    .select('order_multiple')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const stored = (await readStoredTiers(tx, [id])).get(id) ?? []
  const { unit_price_cents: unitPriceCents, minimum_order: minimumOrder } = row
  const steps = computePriceTiers(stored, { unitPriceCents, minimumOrder }).slice(1)
  return { ...row, price_tiers: formatPriceSteps(steps) }
}

function isCurrent(part: LockedPart, seen: NonNullable<PartUpdate['seen']>): boolean {
  const { price, minimumOrder, orderMultiple, priceTiers } = seen
  return (
    (price === undefined || centsOf(price) === part.unit_price_cents) &&
    (minimumOrder === undefined || minimumOrder === part.minimum_order) &&
    (orderMultiple === undefined || orderMultiple === part.order_multiple) &&
    (priceTiers === undefined || formatPriceSteps(toTiers(priceTiers)) === part.price_tiers)
  )
}

function refuseConflict(part: LockedPart): Refusal {
  const price = formatDollars(dollarsOf(part.unit_price_cents))
  return refuse('part_changed', {
    detail: `Someone else changed this product. Its price is now ${price} and its minimum order ${formatCount(part.minimum_order)}.`,
  })
}

function toColumns({
  price,
  minimumOrder,
  orderMultiple,
  ...texts
}: Omit<PartUpdate, 'seen' | 'priceTiers'>) {
  return {
    ...texts,
    ...(price !== undefined && { unit_price_cents: centsOf(price) }),
    ...(minimumOrder !== undefined && { minimum_order: minimumOrder }),
    ...(orderMultiple !== undefined && { order_multiple: orderMultiple }),
  }
}

/**
 * Sets only the columns of the change, because a trigger indexes the part again if the statement sets a searched
 * column. Increments `terms_version` for new price steps. A trigger increments it for new terms in columns.
 */
async function updatePart(
  tx: Tx,
  id: string,
  columns: ReturnType<typeof toColumns>,
  areStepsChanged: boolean,
) {
  await tx
    .updateTable('parts')
    .set({
      ...columns,
      terms_version: sql<number>`terms_version + ${areStepsChanged ? 1 : 0}::int`,
    })
    .where('id', '=', id)
    .execute()
}
