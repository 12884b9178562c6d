import type { ChangedPart, Part } from '@freehub/contract/catalog/parts'
import { centsOf, formatCount, formatDollars } from '@freehub/contract/money'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { recordEdit } from './part-edits.ts'
import { partOf } from './part-row.ts'
import { readPart } from './read-part.ts'
import { refuseMissingPhoto } from './refuse-missing-photo.ts'

/**
 * Changes what is said of a part on sale, and writes down who did it. Where somebody has changed a
 * price or minimum that was `seen` differently, nothing happens. Stock is not its business.
 */
export async function changePart(
  db: Db,
  id: string,
  { seen = {}, ...change }: ChangedPart,
  byUser: string,
): Promise<Part | Refusal> {
  const write = async (tx: Tx) => {
    const row = await writeChange(tx, id, change, seen)
    if (!row) return whyNot(tx, id)
    await recordEdit(tx, { id, was: wasOf(row), is: row }, byUser)
    return partOf(row)
  }
  return refuseMissingPhoto(() => db.transaction().execute(write))
}

/** One statement: the row is locked first, so that what it was is told as it was just before. */
function writeChange(
  tx: Tx,
  id: string,
  { price, minimumOrder, ...texts }: Omit<ChangedPart, 'seen'>,
  seen: NonNullable<ChangedPart['seen']>,
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

type Written = NonNullable<Awaited<ReturnType<typeof writeChange>>>

function wasOf(row: Written) {
  return {
    name: row.was_name,
    description: row.was_description,
    img: row.was_img,
    unit_price_cents: row.was_unit_price_cents,
    minimum_order: row.was_minimum_order,
  }
}

async function whyNot(tx: Tx, id: string): Promise<Refusal> {
  const part = await readPart(tx, id)
  if (isRefusal(part)) return part
  const { price, minimumOrder } = part
  return refuse('part_changed', {
    detail: `Somebody else has changed this product meanwhile: its price is ${formatDollars(price)}, its minimum order ${formatCount(minimumOrder)}.`,
  })
}
