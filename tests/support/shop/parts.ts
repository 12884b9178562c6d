import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../../server/platform/database/connections/connect.ts'

interface TestPart {
  stock?: number
  minimum?: number
  cents?: number
  name?: string
}

/** Adds a part with its initial stock movement. Returns its id. */
export async function addPart({ db }: { db: Db }, part: TestPart = {}): Promise<string> {
  return (await addParts({ db }, 1, part))[0] as string
}

/** Adds identical parts with their initial stock movements. Returns their ids, in catalog order. */
export async function addParts(
  { db }: { db: Db },
  count: number,
  { stock = 100, minimum = 10, cents = 250, name = 'Chain 10-speed' }: TestPart = {},
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUIDv7())
  await db
    .insertInto('parts')
    .values(
      ids.map((id) => ({
        id,
        name,
        description: 'Nickel-plated, 116 links.',
        img: 'https://pictures.example/chain.svg',
        unit_price_cents: cents,
        minimum_order: minimum,
        on_hand: stock,
      })),
    )
    .execute()
  await db
    .insertInto('stock_movements')
    .values(
      ids.map((part_id) => ({
        id: randomUUIDv7(),
        part_id,
        kind: 'initial' as const,
        pieces: stock,
      })),
    )
    .execute()
  return ids
}

/** Adds price tiers to a part. The first tier has the minimum order and the list price. */
export function addPriceTiers(
  { db }: { db: Db },
  id: string,
  ...tiers: [fromQuantity: number, cents: number][]
) {
  const rows = tiers.map(([from_quantity, unit_price_cents]) => ({
    part_id: id,
    from_quantity,
    unit_price_cents,
  }))
  return db.insertInto('part_price_tiers').values(rows).execute()
}

/** Reads the stock of a part. */
export async function readStock({ db }: { db: Db }, id: string) {
  const { on_hand, reserved } = await db
    .selectFrom('parts')
    .select(['on_hand', 'reserved'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { onHand: on_hand, reserved }
}

/** Marks a part as deleted. */
export function deletePart({ db }: { db: Db }, id: string) {
  return db.updateTable('parts').set({ deleted_at: new Date() }).where('id', '=', id).execute()
}
