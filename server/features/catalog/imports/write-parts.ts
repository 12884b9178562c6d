import { randomUUIDv7 } from 'node:crypto'
import { PART_COLUMNS } from '@freehub/contract/catalog/imports'
import { findTermsErrors } from '@freehub/contract/catalog/prices'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { formatCount, pluralize } from '@freehub/contract/money'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/connections/connect.ts'
import { inPeriod } from '../../../platform/database/in-period.ts'
import type { PartAttributes } from '../../../platform/database/schema.ts'
import { type CsvField, type CsvPart, partColumns } from '../csv/part-columns.ts'
import { selectCsvParts, toCsvPart } from '../csv/select-csv-parts.ts'
import { deriveDrawing } from '../parts/derive-drawing.ts'
import { readCodeTexts, replacePartCodes } from '../parts/part-codes.ts'
import { hasTooManyFits, readFitTexts, replacePartFits } from '../parts/part-fits.ts'
import { readStoredTiers, replacePriceTiers } from '../parts/price-steps.ts'
import { type RowFields, toPartTerms } from './check-row.ts'

export interface PendingRow {
  row: number
  fate: 'add' | 'change'
  partId: string
  newValues: RowFields
  oldValues: RowFields
  position: number | null
}

export interface ImportContext {
  importId: string
  byUser: string
  /** Recorded as the reason of the stock movements. */
  fileName: string
}

export type RowFailures = Map<number, string>

/** Adds parts. Returns a failure for each row whose SKU now belongs to another part. */
export async function addParts(tx: Tx, context: ImportContext, rows: PendingRow[]) {
  if (rows.length === 0) return new Map()
  const { rows: added } = await sql<{ id: string }>`
    insert into parts (id, position, sku, name, description, img, unit_price_cents, minimum_order, on_hand,
      family_code, pack_size, carton_size, weight_g, lead_time_days, hs_code, order_multiple)
    select r."partId", r.position, p.sku, p.name, p.description, p.img, p.unit_price_cents, p.minimum_order,
      p.available, p.family_code, p.pack_size, p.carton_size, p.weight_g, p.lead_time_days, p.hs_code,
      p.order_multiple
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("partId" uuid, position bigint, "newValues" jsonb)
    cross join lateral jsonb_to_record(r."newValues") as p (sku text, name text, description text, img text,
      unit_price_cents int, minimum_order int, available int, family_code text, pack_size int,
      carton_size int, weight_g numeric, lead_time_days int, hs_code text, order_multiple int)
    where p.sku is null
      or not exists (select from part_codes where kind = 'sku' and key = code_key(p.sku))
    on conflict (sku) do nothing
    returning id`.execute(tx)
  const ids = new Set(added.map(({ id }) => id))
  const wasAdded = ({ partId }: PendingRow) => ids.has(partId)
  const addedRows = rows.filter(wasAdded)
  await drawAddedParts(tx, addedRows)
  await writeMovements(tx, context, 'initial', addedRows)
  await writePriceSteps(
    tx,
    addedRows.map((row) => ({ ...row, values: row.newValues })),
  )
  await replacePartCodes(tx, pickTexts(addedRows, 'gtin', 'competitor_numbers'))
  await replacePartFits(tx, pickTexts(addedRows, 'needs', 'offers'))
  return new Map(
    rows
      .filter((row) => !wasAdded(row))
      .map(({ row }) => [row, 'Another product now has this SKU.']),
  )
}

/** Draws the parts with a family from its template, as the product form does. */
async function drawAddedParts(tx: Tx, rows: PendingRow[]): Promise<void> {
  const inFamilies = rows.filter(({ newValues }) => newValues.family_code)
  const families = Map.groupBy(inFamilies, ({ newValues }) => String(newValues.family_code))
  for (const [familyCode, family] of families) {
    const drawing = await deriveDrawing(tx, { familyCode, attributes: {} })
    if (!drawing) continue
    await tx
      .updateTable('parts')
      .set({ drawing: JSON.stringify(drawing) })
      .where(sql<boolean>`id = any (${family.map(({ partId }) => partId)}::uuid[])`)
      .execute()
  }
}

/** Replaces the price steps of each part whose row sets or deletes steps. `values` are all values of the part. */
async function writePriceSteps(tx: Tx, rows: (PendingRow & { values: RowFields })[]) {
  const parts = rows
    .filter(({ newValues, oldValues }) => newValues.price_tiers ?? oldValues.price_tiers)
    .map(({ partId, values }) => ({ id: partId, ...toPartTerms(values as unknown as CsvPart) }))
  if (parts.length > 0) await replacePriceTiers(tx, parts)
}

/** Returns these texts of changed parts, and of added parts with any of them. */
function pickTexts<Field extends CsvField>(rows: PendingRow[], ...fields: Field[]) {
  return rows
    .filter(({ fate, newValues }) => fate === 'change' || fields.some((field) => newValues[field]))
    .map(({ partId, newValues }) => ({
      id: partId,
      ...(Object.fromEntries(fields.map((field) => [field, newValues[field]])) as Partial<
        Record<Field, string | null>
      >),
    }))
}

interface Change extends PendingRow {
  part: CsvPart & {
    attributes: PartAttributes
    on_hand: number
    reserved: number
    isDeleted: boolean
    /** True if staff or another import have changed the stock since the upload. Not read without a change of stock. */
    isAdjusted: boolean
  }
}

/**
 * Changes parts. Adds a row's change of stock to the current stock. Returns a failure for each row that cannot be
 * applied.
 */
export async function changeParts(tx: Tx, context: ImportContext, rows: PendingRow[]) {
  if (rows.length === 0) return new Map()
  const parts = await lockParts(tx, context, rows)
  const failures: RowFailures = new Map()
  const changes: Change[] = []
  for (const row of rows) {
    const part = parts.get(row.partId)
    const failure = part ? findConflict(row, part) : 'This product has been deleted.'
    if (failure) failures.set(row.row, failure)
    else if (part) changes.push({ ...row, part })
  }
  if (changes.length > 0) await writeChanges(tx, context, changes)
  return failures
}

/** Locks the parts in the order of their ids, which prevents deadlocks. Returns what the rows may change, by part id. */
async function lockParts(
  tx: Tx,
  { importId }: ImportContext,
  rows: PendingRow[],
): Promise<Map<string, Change['part']>> {
  const idsWith = (...fields: CsvField[]) =>
    rows
      .filter(({ newValues }) => fields.some((field) => field in newValues))
      .map(({ partId }) => partId)
  const parts = await selectCsvParts(tx)
    .select([
      'on_hand',
      'reserved',
      'attributes',
      sql<boolean>`deleted_at is not null`.as('isDeleted'),
    ])
    .where(sql<boolean>`id = any (${rows.map(({ partId }) => partId)}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const storedTiers = await readStoredTiers(tx, idsWith('price_tiers'))
  const codes = await readCodeTexts(tx, idsWith('gtin', 'competitor_numbers'))
  const fits = await readFitTexts(tx, idsWith('needs', 'offers'))
  const adjustedIds = await findAdjustedParts(tx, importId, idsWith('available'))
  return new Map(
    parts.map((part) => [
      part.id,
      toCsvPart(
        {
          ...part,
          ...codes.get(part.id),
          ...fits.get(part.id),
          isAdjusted: adjustedIds.has(part.id),
        },
        storedTiers.get(part.id),
      ),
    ]),
  )
}

/** Finds the parts whose stock was adjusted after the upload, by the clock of the database. */
async function findAdjustedParts(tx: Tx, importId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { created_at } = await tx
    .selectFrom('part_imports')
    .select('created_at')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  const movements = await tx
    .selectFrom('stock_movements')
    .select('part_id')
    .where(sql<boolean>`part_id = any (${ids}::uuid[])`)
    .where((eb) => eb.and(inPeriod({ from: created_at.toISOString() }, { time: 'at' })))
    .where('kind', '=', 'adjustment')
    .execute()
  return new Set(movements.map(({ part_id }) => part_id))
}

function findConflict({ newValues, oldValues }: PendingRow, part: Change['part']) {
  if (part.isDeleted) return 'This product has been deleted.'
  const fields = (Object.keys(newValues) as CsvField[]).filter((field) => field !== 'available')
  // A new price or minimum order of the part may make the row's steps invalid.
  const hasInvalidTerms = () =>
    Object.keys(findTermsErrors(toPartTerms({ ...part, ...newValues } as CsvPart))).length > 0
  if (
    fields.some((field) => part[field] !== oldValues[field]) ||
    ('price_tiers' in newValues && hasInvalidTerms()) ||
    // The part may have got offers after the check of a row with needs only.
    ((newValues.needs ?? newValues.offers) && hasTooManyFits({ ...part, ...newValues } as CsvPart))
  ) {
    return 'This product has changed since the file was checked. Import the file again.'
  }
  if (part.isAdjusted) return 'The stock of this product was changed. Import the file again.'
  const newStock = part.on_hand + computeStockDelta({ newValues, oldValues })
  if (newStock < part.reserved) {
    return `${pluralize(part.reserved, 'piece is', 'pieces are')} reserved for orders, more than would be left.`
  }
  return newStock > QUANTITY_MAXIMUM
    ? `Stock is limited to ${formatCount(QUANTITY_MAXIMUM)} pieces.`
    : undefined
}

/** Returns the quantity that a row adds to the stock, negative if it removes stock. */
function computeStockDelta({ newValues, oldValues }: Pick<PendingRow, 'newValues' | 'oldValues'>) {
  return 'available' in newValues
    ? Number(newValues.available) - Number(oldValues.available ?? 0)
    : 0
}

async function writeChanges(tx: Tx, context: ImportContext, changes: Change[]): Promise<void> {
  await redrawParts(tx, changes)
  await writeAndIndexParts(tx, changes)
  await writePriceSteps(
    tx,
    changes.map((change) => ({ ...change, values: { ...change.part, ...change.newValues } })),
  )
  await replacePartCodes(tx, pickTexts(changes, 'gtin', 'competitor_numbers'))
  await replacePartFits(tx, pickTexts(changes, 'needs', 'offers'))
  const moved = changes.filter((change) => computeStockDelta(change) !== 0)
  if (moved.length > 0) await writeMovements(tx, context, 'adjustment', moved)
  await writeEdits(tx, context.byUser, changes)
}

/**
 * Writes parts without the trigger that indexes each row. Indexes the parts with a new searched field together, which
 * takes half the time.
 */
async function writeAndIndexParts(tx: Tx, changes: Change[]): Promise<void> {
  const isIndexed = ({ newValues }: Change) => SEARCHED_FIELDS.some((field) => field in newValues)
  const indexed = changes.filter(isIndexed)
  await setTrigger(tx, 'search_index', 'deferred')
  await writeParts(
    tx,
    changes.filter((change) => !isIndexed(change)),
  )
  if (indexed.length > 0) {
    await setTrigger(tx, 'price_marks', 'deferred')
    await writeParts(tx, indexed)
    await sql`select index_parts(${indexed.map(({ partId }) => partId)}::uuid[])`.execute(tx)
    await setTrigger(tx, 'price_marks', '')
  }
  await setTrigger(tx, 'search_index', '')
}

const setTrigger = (tx: Tx, name: 'search_index' | 'price_marks', value: 'deferred' | '') =>
  sql`select set_config(${`freehub.${name}`}, ${value}, true)`.execute(tx)

/** Redraws the parts whose family changes. Without a template, a part keeps its drawing. */
async function redrawParts(tx: Tx, changes: Change[]): Promise<void> {
  for (const { partId, newValues, part } of changes) {
    if (newValues.family_code === undefined) continue
    const familyCode = newValues.family_code === null ? null : String(newValues.family_code)
    const drawing = await deriveDrawing(tx, {
      id: partId,
      familyCode,
      attributes: part.attributes,
    })
    if (!drawing) continue
    await tx
      .updateTable('parts')
      .set({ drawing: JSON.stringify(drawing) })
      .where('id', '=', partId)
      .execute()
  }
}

const SEARCHED_FIELDS: CsvField[] = ['name', 'description', 'sku', 'family_code']

async function writeParts(tx: Tx, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ part, newValues, oldValues }) => ({
    ...part,
    ...newValues,
    on_hand: part.on_hand + computeStockDelta({ newValues, oldValues }),
    steps_changed: Number(newValues.price_tiers !== oldValues.price_tiers),
  }))
  // Price tiers are in another table. If other terms change, a trigger increments the version.
  await sql`
    update parts set sku = n.sku, name = n.name, description = n.description, img = n.img,
      unit_price_cents = n.unit_price_cents, minimum_order = n.minimum_order, on_hand = n.on_hand,
      family_code = n.family_code, pack_size = n.pack_size, carton_size = n.carton_size,
      weight_g = n.weight_g, lead_time_days = n.lead_time_days, hs_code = n.hs_code,
      order_multiple = n.order_multiple, terms_version = parts.terms_version + n.steps_changed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, sku text, name text,
      description text, img text, unit_price_cents int, minimum_order int, on_hand int,
      family_code text, pack_size int, carton_size int, weight_g numeric, lead_time_days int,
      hs_code text, order_multiple int, steps_changed int)
    where parts.id = n.id`.execute(tx)
}

async function writeMovements(
  tx: Tx,
  { byUser, fileName }: ImportContext,
  kind: 'initial' | 'adjustment',
  rows: PendingRow[],
) {
  await sql`
    insert into stock_movements (id, part_id, kind, pieces, by_user, reason)
    select id, part_id, ${kind}, pieces, ${byUser}::uuid, ${fileName}
    from unnest(${rows.map(() => randomUUIDv7())}::uuid[], ${rows.map(({ partId }) => partId)}::uuid[],
      ${rows.map(computeStockDelta)}::int[]) as moved (id, part_id, pieces)`.execute(tx)
}

/** Records the changed fields and the user, like `recordEdit`. */
async function writeEdits(tx: Tx, byUser: string, rows: PendingRow[]): Promise<void> {
  const edits = rows.flatMap(({ partId, newValues, oldValues }) => {
    const changes = PART_COLUMNS.flatMap((column) => {
      const { field } = partColumns[column]
      // Stock changes are in stock_movements.
      if (column === 'availableQuantity' || newValues[field] === oldValues[field]) return []
      return [[column, { from: oldValues[field], to: newValues[field] }] as const]
    })
    if (changes.length === 0) return []
    return [{ id: randomUUIDv7(), partId, changes: Object.fromEntries(changes) }]
  })
  if (edits.length === 0) return
  await sql`
    insert into part_edits (id, part_id, kind, by_user, changes)
    select id, "partId", 'changed', ${byUser}::uuid, changes
    from jsonb_to_recordset(${JSON.stringify(edits)}::jsonb) as e (id uuid, "partId" uuid, changes jsonb)
  `.execute(tx)
}
