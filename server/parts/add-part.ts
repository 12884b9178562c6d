import { randomUUIDv7 } from 'node:crypto'
import { centsOf } from '@freehub/contract/money'
import type { NewPart } from '@freehub/contract/parts'
import type { Db } from '../database/connect.ts'

/** Adds a part to the catalogue, with its first stock in the books. Answers its id. */
export async function addPart(db: Db, part: NewPart, byUser: string): Promise<string> {
  const id = randomUUIDv7()
  await db.transaction().execute(async (tx) => {
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
  })
  return id
}
