import { randomUUIDv7 } from 'node:crypto'
import type { NewPart } from '@freehub/contract/catalog/parts'
import { centsOf } from '@freehub/contract/money'
import type { Refusal } from '@freehub/contract/refusals'
import { claimIdempotencyKey } from '../../../platform/database/claim-idempotency-key.ts'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { writeOrRefuse } from '../../../platform/database/refused.ts'
import { refuseMissingPhoto } from './refuse-missing-photo.ts'

/**
 * Adds a part and records its initial stock in the ledger. Returns its id. A repeated idempotency key
 * returns the id of the part that was added first.
 */
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
    await tx
      .insertInto('parts')
      .values({
        id,
        name: part.name,
        description: part.description,
        img: part.img,
        unit_price_cents: centsOf(part.price),
        minimum_order: part.minimumOrder,
        on_hand: part.availableQuantity,
      })
      .execute()
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
  return refuseMissingPhoto(() => writeOrRefuse(db, write))
}
