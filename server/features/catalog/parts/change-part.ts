import type { Part, PartUpdate } from '@freehub/contract/catalog/parts'
import { centsOf, formatCount, formatDollars } from '@freehub/contract/money'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { refuseMissingPhoto } from './add-part.ts'
import { recordEdit } from './part-edits.ts'
import { readPart, toPart } from './read-part.ts'

/** Changes a part on sale. Refuses if the price or minimum order no longer equals `seen`. */
export async function changePart(
  db: Db,
  id: string,
  { seen = {}, ...change }: PartUpdate,
  byUser: string,
): Promise<Part | Refusal> {
  const write = async (tx: Tx) => {
    const row = await updatePart(tx, id, change, seen)
    if (!row) return refuseUpdate(tx, id)
    await recordEdit(tx, { id, before: getPreviousValues(row), after: row }, byUser)
    return toPart(row)
  }
  return refuseMissingPhoto(() => db.transaction().execute(write))
}

/** Updates the row in one statement. It locks the row first, so that the previous values are exact. */
function updatePart(
  tx: Tx,
  id: string,
  { price, minimumOrder, ...texts }: Omit<PartUpdate, 'seen'>,
  seen: NonNullable<PartUpdate['seen']>,
) {
  return tx
    .updateTable('parts')
    .from((eb) =>
      eb
        .selectFrom('parts')
        .select(['id', 'name', 'description', 'img', 'unit_price_cents', 'minimum_order'])
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .as('was'),
    )
    .set({
      ...texts,
      ...(price !== undefined && { unit_price_cents: centsOf(price) }),
      ...(minimumOrder !== undefined && { minimum_order: minimumOrder }),
    })
    .whereRef('parts.id', '=', 'was.id')
    .where('parts.deleted_at', 'is', null)
    .$if(seen.price !== undefined, (query) =>
      query.where('parts.unit_price_cents', '=', centsOf(seen.price as number)),
    )
    .$if(seen.minimumOrder !== undefined, (query) =>
      query.where('parts.minimum_order', '=', seen.minimumOrder as number),
    )
    .returning([
      'parts.id',
      'parts.name',
      'parts.description',
      'parts.img',
      'parts.unit_price_cents',
      'parts.minimum_order',
      'was.name as was_name',
      'was.description as was_description',
      'was.img as was_img',
      'was.unit_price_cents as was_unit_price_cents',
      'was.minimum_order as was_minimum_order',
    ])
    .returning(({ eb }) => eb('parts.on_hand', '-', eb.ref('parts.reserved')).as('available'))
    .executeTakeFirst()
}

type UpdatedRow = NonNullable<Awaited<ReturnType<typeof updatePart>>>

function getPreviousValues(row: UpdatedRow) {
  return {
    name: row.was_name,
    description: row.was_description,
    img: row.was_img,
    unit_price_cents: row.was_unit_price_cents,
    minimum_order: row.was_minimum_order,
  }
}

async function refuseUpdate(tx: Tx, id: string): Promise<Refusal> {
  const part = await readPart(tx, id)
  if (isRefusal(part)) return part
  const { price, minimumOrder } = part
  return refuse('part_changed', {
    detail: `Someone else changed this product. Its price is now ${formatDollars(price)} and its minimum order ${formatCount(minimumOrder)}.`,
  })
}
