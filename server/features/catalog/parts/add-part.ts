import { randomUUIDv7 } from 'node:crypto'
import type { NewPart } from '@freehub/contract/catalog/parts'
import { centsOf } from '@freehub/contract/money'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import { sql } from 'kysely'
import { claimIdempotencyKey } from '../../../platform/database/claim-idempotency-key.ts'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { runTransaction } from '../../../platform/database/run-transaction.ts'

/**
 * Adds a part and its initial stock. A repeated idempotency key returns the id of the first one.
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
  return refuseMissingPhoto(() => runTransaction(db, write))
}

/** Marks a part as deleted. Existing orders keep the part. Returns 0 if it was not on sale. */
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

/** Runs a write of a part, and refuses if its image is a missing photo. A database constraint checks the photo. */
export async function refuseMissingPhoto<T>(write: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await write()
  } catch (error) {
    if (!isMissingPhotoError(error)) throw error
    const img = 'This photo no longer exists. Upload it again.'
    return refuse('input_invalid', { errors: { img } })
  }
}

export function isMissingPhotoError(error: unknown): boolean {
  return (error as { constraint?: unknown }).constraint === 'parts_img_photo'
}
