import { randomUUIDv7 } from 'node:crypto'
import type { PartEdit } from '@freehub/contract/catalog/parts'
import { dollarsOf } from '@freehub/contract/money'
import { type Refusal, refuse } from '@freehub/contract/refusals'
import type { Db, Tx } from '../../../platform/database/connections/connect.ts'
import { inPeriod, type PeriodPage } from '../../../platform/database/in-period.ts'
import { staffName } from '../../../platform/database/staff-name.ts'
import type { CsvNames } from '../csv/part-columns.ts'
import { readCsvNames } from '../csv/select-csv-parts.ts'

/** Keys of the compared rows by field of an edit: columns of `parts`, and price steps and fits as texts. */
const EDITABLE_COLUMNS = {
  name: 'name',
  description: 'description',
  img: 'img',
  price: 'unit_price_cents',
  minimumOrder: 'minimum_order',
  priceTiers: 'price_tiers',
  orderMultiple: 'order_multiple',
  sku: 'sku',
  family: 'family_code',
  packSize: 'pack_size',
  cartonSize: 'carton_size',
  weightGrams: 'weight_g',
  leadTimeDays: 'lead_time_days',
  hsCode: 'hs_code',
  attributes: 'attributes',
  needs: 'needs',
  offers: 'offers',
} as const satisfies Partial<Record<PartEdit['changes'][number]['field'], string>>

type EditedField = keyof typeof EDITABLE_COLUMNS
type Values = Partial<Record<(typeof EDITABLE_COLUMNS)[EditedField], string | number | null>>

/** Records the changed fields and the user who changed them. Prices are stored in cents. */
export async function recordEdit(
  tx: Tx,
  part: { id: string; before: Values; after: Values },
  byUser: string,
): Promise<void> {
  const { id, before, after } = part
  const changed = (Object.keys(EDITABLE_COLUMNS) as EditedField[]).filter(
    (field) => before[EDITABLE_COLUMNS[field]] !== after[EDITABLE_COLUMNS[field]],
  )
  if (changed.length === 0) return
  const changes = changed.map((field) => {
    const column = EDITABLE_COLUMNS[field]
    return [field, { from: before[column], to: after[column] }] as const
  })
  await insertEdit(tx, { partId: id, kind: 'changed', byUser, changes })
}

interface NewEdit {
  partId: string
  kind: 'changed' | 'deleted' | 'restored'
  byUser: string
  changes: (readonly [field: string, values: { from: unknown; to: unknown }])[]
}

/** Stores an edit. `changes` contains the old and new values by field. */
export async function insertEdit(tx: Tx, { partId, kind, byUser, changes }: NewEdit) {
  await tx
    .insertInto('part_edits')
    .values({
      id: randomUUIDv7(),
      part_id: partId,
      kind,
      by_user: byUser,
      changes: JSON.stringify(Object.fromEntries(changes)),
    })
    .execute()
}

/** Lists one page of a part's edits, newest first. The part may be archived. */
export async function listPartEdits(
  db: Db,
  partId: string,
  { size, after, ...period }: PeriodPage,
): Promise<PartEdit[] | Refusal> {
  const part = await db.selectFrom('parts').select('id').where('id', '=', partId).executeTakeFirst()
  if (!part) return refuse('part_missing')
  const rows = await db
    .selectFrom('part_edits')
    .leftJoin('users', 'users.id', 'part_edits.by_user')
    .select(['part_edits.id', 'kind', staffName.as('by'), 'at', 'changes'])
    .where('part_id', '=', partId)
    .$if(after !== undefined, (query) => query.where('part_edits.id', '<', after as string))
    .where((eb) => eb.and(inPeriod(period, { time: 'at', id: 'part_edits.id' })))
    .orderBy('part_edits.id', 'desc')
    .limit(size)
    .execute()
  const names = await readCsvNames(db)
  return rows.map(({ id, at, changes, ...row }) => ({
    _id: id,
    ...row,
    at: at.toISOString(),
    changes: Object.entries(changes).map(([field, values]) =>
      formatChange(field as Change['field'], values, names),
    ),
  }))
}

type Change = PartEdit['changes'][number]

/** Formats a change for the response: prices in dollars, and names of families instead of the stored codes. */
function formatChange(
  field: Change['field'],
  { from, to }: Pick<Change, 'from' | 'to'>,
  names: CsvNames,
): Change {
  if (field === 'price') return { field, from: dollarsOf(Number(from)), to: dollarsOf(Number(to)) }
  const toFamilyName = (code: Change['from']) => names.families.get(String(code)) ?? code
  return field === 'family'
    ? { field, from: toFamilyName(from), to: toFamilyName(to) }
    : { field, from, to }
}
