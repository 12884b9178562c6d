import { randomUUIDv7 } from 'node:crypto'
import type { ChangedPart, PartEdit } from '@freehub/contract/catalog/parts'
import { dollarsOf } from '@freehub/contract/money'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { staffName } from '../../../platform/database/staff-name.ts'
import { readFamilyNames } from '../list/listed-parts.ts'
import type { FamilyNames } from './part-columns.ts'

/** What may be changed of a part by hand, and where it is kept. */
export const COLUMNS = {
  name: 'name',
  description: 'description',
  img: 'img',
  price: 'unit_price_cents',
  minimumOrder: 'minimum_order',
} as const satisfies Record<keyof Omit<ChangedPart, 'seen'>, string>

type EditedField = keyof typeof COLUMNS
type Values = Record<(typeof COLUMNS)[EditedField], string | number>

/** Writes down which of the fields became others, by whom. Prices are in cents there. */
export async function recordEdit(
  tx: Tx,
  part: { id: string; was: Values; is: Values },
  byUser: string,
): Promise<void> {
  const { id, was, is } = part
  const changed = (Object.keys(COLUMNS) as EditedField[]).filter(
    (field) => was[COLUMNS[field]] !== is[COLUMNS[field]],
  )
  if (changed.length === 0) return
  const changes = changed.map((field) => [
    field,
    { from: was[COLUMNS[field]], to: is[COLUMNS[field]] },
  ])
  await tx
    .insertInto('part_edits')
    .values({
      id: randomUUIDv7(),
      part_id: id,
      kind: 'changed',
      by_user: byUser,
      changes: JSON.stringify(Object.fromEntries(changes)),
    })
    .execute()
}

/** A page of what staff changed of a part, newest first; of a deleted one, too. */
export async function listPartEdits(
  db: Db,
  partId: string,
  { size, after }: { size: number; after?: string | undefined },
): Promise<PartEdit[] | Refusal> {
  const part = await db.selectFrom('parts').select('id').where('id', '=', partId).executeTakeFirst()
  if (!part) return refuse('part_missing')
  const rows = await db
    .selectFrom('part_edits')
    .leftJoin('users', 'users.id', 'part_edits.by_user')
    .select(['part_edits.id', 'kind', staffName.as('by'), 'at', 'changes'])
    .where('part_id', '=', partId)
    .$if(after !== undefined, (query) => query.where('part_edits.id', '<', after as string))
    .orderBy('part_edits.id', 'desc')
    .limit(size)
    .execute()
  const families = await readFamilyNames(db)
  return rows.map(({ id, at, changes, ...row }) => ({
    _id: id,
    ...row,
    at: at.toISOString(),
    changes: Object.entries(changes).map(([field, values]) =>
      changeOf(field as Change['field'], values, families),
    ),
  }))
}

type Change = PartEdit['changes'][number]

/** As the wire says it. An import writes down families by their codes. */
function changeOf(
  field: Change['field'],
  { from, to }: Pick<Change, 'from' | 'to'>,
  families: FamilyNames,
): Change {
  if (field === 'price') return { field, from: dollarsOf(Number(from)), to: dollarsOf(Number(to)) }
  const named = (code: Change['from']) => families.get(String(code)) ?? code
  return field === 'family' ? { field, from: named(from), to: named(to) } : { field, from, to }
}
