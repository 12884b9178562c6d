import { randomUUIDv7 } from 'node:crypto'
import type { Part, StockChange } from '@freehub/contract/catalog/parts'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { formatCount, pluralize } from '@freehub/contract/money'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { claimIdempotencyKey } from '../../../platform/database/claim-idempotency-key.ts'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { RefusalError, runTransaction } from '../../../platform/database/run-transaction.ts'
import { readPart } from '../parts/read-part.ts'

interface ChangeOptions {
  byUser: string
  key: string | undefined
}

/**
 * Changes the stock, once per idempotency key. Refuses a stock below the reserved quantity or above the maximum. Also
 * refuses if `seen` differs from the current stock on hand.
 */
export async function changeStock(
  db: Db,
  partId: string,
  change: StockChange,
  { byUser, key }: ChangeOptions,
): Promise<Part | Refusal> {
  const movementId = randomUUIDv7()
  const payload = ['changeStock', partId, change.pieces, change.reason, change.seen?.onHand]
  return runTransaction(db, async (tx) => {
    const existingId = await claimIdempotencyKey(tx, { userId: byUser, key, payload }, movementId)
    if (!existingId && !(await moveStock(tx, partId, change, { movementId, byUser }))) {
      throw new RefusalError(await explainRefusal(tx, partId, change))
    }
    const part = await readPart(tx, partId)
    if (isRefusal(part)) throw new RefusalError(part)
    return part
  })
}

/** Changes the stock on hand and records the movement. Returns false if the change must be refused. */
async function moveStock(
  tx: Tx,
  partId: string,
  { pieces, reason, seen }: StockChange,
  { movementId, byUser }: { movementId: string; byUser: string },
): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update parts set on_hand = on_hand + ${pieces}::int
      where id = ${partId}::uuid and deleted_at is null
        and on_hand + ${pieces}::int between reserved and ${QUANTITY_MAXIMUM}::int
        and on_hand = coalesce(${seen?.onHand ?? null}::int, on_hand)
      returning id
    )
    insert into stock_movements (id, part_id, kind, pieces, by_user, reason)
    select ${movementId}::uuid, id, 'adjustment', ${pieces}::int, ${byUser}::uuid, ${reason}
    from changed
    returning id`.execute(tx)
  return rows.length > 0
}

async function explainRefusal(tx: Tx, partId: string, { pieces, seen }: StockChange) {
  const part = await tx
    .selectFrom('parts')
    .select(['on_hand as onHand', 'reserved'])
    .where('id', '=', partId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!part) return refuse('part_missing')
  const { onHand, reserved } = part
  if (seen && seen.onHand !== onHand) {
    return refuseChange(
      'part_changed',
      `The stock changed from ${formatCount(seen.onHand)} to ${pluralize(onHand, 'piece', 'pieces')}. Check it, then save again.`,
    )
  }
  const removable = onHand - reserved
  return onHand + pieces > QUANTITY_MAXIMUM
    ? refuseChange('input_invalid', `Stock is limited to ${formatCount(QUANTITY_MAXIMUM)} pieces.`)
    : refuseChange(
        'stock_below_reserved',
        `You can remove at most ${pluralize(removable, 'piece', 'pieces')}: ${formatCount(reserved)} of ${formatCount(onHand)} ${reserved === 1 ? 'is' : 'are'} reserved for orders.`,
      )
}

function refuseChange(
  code: 'part_changed' | 'input_invalid' | 'stock_below_reserved',
  detail: string,
) {
  return refuse(code, { detail, errors: { pieces: detail } })
}
