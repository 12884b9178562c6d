import { randomUUIDv7 } from 'node:crypto'
import type { NewPart } from '@freehub/contract/catalog/parts'
import { centsOf } from '@freehub/contract/money'
import type { Refusal } from '@freehub/contract/refusals'
import { claimKey } from '../../../platform/database/claim-key.ts'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { writeOrRefuse } from '../../../platform/database/refused.ts'
import { refuseMissingPhoto } from './refuse-missing-photo.ts'

/**
 * Adds a part to the catalogue, with its first stock in the books. Answers its id, of a repeated key
 * that of the part that was added under it.
 */
export async function addPart(
  db: Db,
  part: NewPart,
  { byUser, key }: { byUser: string; key?: string | undefined },
): Promise<string | Refusal> {
  const id = randomUUIDv7()
  const write = async (tx: Tx) => {
    const first = await claimKey(tx, { userId: byUser, key, said: ['addPart', part] }, id)
    if (first) return first
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
