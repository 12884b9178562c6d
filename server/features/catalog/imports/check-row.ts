import { randomUUIDv7 } from 'node:crypto'
import {
  type PartColumn,
  REQUIRED_PART_COLUMNS,
  type RowResult,
} from '@freehub/contract/catalog/imports'
import { findTermsErrors, type PartTerms } from '@freehub/contract/catalog/prices'
import { FITS_MAXIMUM } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import { toCodeKey } from '@freehub/contract/order-pad/codes'
import { isId } from '@freehub/contract/read-id'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/connections/connect.ts'
import {
  CellError,
  type CsvField,
  type CsvNames,
  type CsvPart,
  type FieldValue,
  partColumns,
} from '../csv/part-columns.ts'
import { selectCsvParts, toCsvPart } from '../csv/select-csv-parts.ts'
import { isArchived } from '../manage/archived.ts'
import { imageAfterNewSku } from '../parts/derive-drawing.ts'
import { hasSkuKey, selectCodeTexts } from '../parts/part-codes.ts'
import { hasTooManyFits, selectFitTexts } from '../parts/part-fits.ts'
import { selectStoredTiers } from '../parts/part-terms.ts'
import { parsePriceSteps } from '../parts/price-steps.ts'
import type { ParsedRow } from './parse-rows.ts'

export type RowFields = Partial<Record<CsvField, FieldValue>>
type RowErrors = Partial<Record<PartColumn | 'row', string>>

export interface CheckedRow {
  row: number
  fate: RowResult
  partId: string | null
  name: string
  sku: string | null
  newValues: RowFields
  oldValues: RowFields
  errors: RowErrors
  /** The cells of an invalid row. */
  cells?: string[]
}

/** The row numbers of the valid rows so far, by part id and by key of the SKU. A file may contain each only once. */
export interface SeenRows {
  parts: Map<string, number>
  skus: Map<string, number>
}

/**
 * Determines a row's result. A row changes the part with its ID. If no part has the ID, it changes the part with its
 * SKU. If no part has the SKU either, it adds a part.
 */
export function checkRow(
  parsed: ParsedRow,
  existing: ExistingParts,
  seen: SeenRows,
  names: CsvNames,
): CheckedRow {
  const { row, shapeError } = parsed
  // If a row has too few or too many cells, its values may be under the wrong headings.
  const cells = shapeError ? NO_CELLS : parsed.cells
  const id = cells.get('id')?.trim().toLowerCase() ?? ''
  const sku = cells.get('sku')?.trim() ?? ''
  const part = existing.byId.get(id) ?? existing.bySku.get(sku)
  const errors: RowErrors = shapeError
    ? { row: shapeError }
    : (findIdentityErrors({ id, sku }, part, existing) ?? findDuplicateErrors({ sku, part }, seen))
  const change = part
    ? findChanges(part, cells, names, errors)
    : {
        newValues: shapeError ? {} : parseNewPart({ id, sku }, cells, names, errors),
        oldValues: {},
      }
  if (Object.keys(errors).length === 0) {
    checkTerms(part, cells, change, errors)
    checkFits(part, change.newValues, errors)
  }
  const identity = {
    row,
    name: truncate(parsed.cells.get('name')?.trim() || part?.name || ''),
    sku: truncate(sku || part?.sku || '') || null,
    errors,
  }
  if (Object.keys(errors).length > 0) {
    const partId = part?.id ?? null
    const cells = parsed.fileCells
    return { ...identity, fate: 'wrong', partId, newValues: {}, oldValues: {}, cells }
  }
  if (part) seen.parts.set(part.id, row)
  if (sku) seen.skus.set(toSkuKey(sku), row)
  if (!part) return { ...identity, fate: 'add', partId: randomUUIDv7(), ...change }
  const fate = Object.keys(change.newValues).length > 0 ? 'change' : 'same'
  return { ...identity, fate, partId: part.id, ...change }
}

const NO_CELLS: ParsedRow['cells'] = new Map()

/** Limits the length, because invalid cells may be very long. */
const truncate = (text: string, length = 200) => text.slice(0, length).toWellFormed()

/** Finds an invalid product ID, and the SKU or ID of a part that the row must not change. */
function findIdentityErrors(
  { id, sku }: { id: string; sku: string },
  part: ExistingPart | undefined,
  existing: ExistingParts,
): RowErrors | undefined {
  if (id && !isId(id)) return { id: 'Unknown product ID.' }
  const archivedColumn = part?.isArchived && (part.id === id ? 'id' : 'sku')
  if (archivedColumn) {
    return { [archivedColumn]: 'This product is archived. Restore it in Manage Products first.' }
  }
  if (part?.isDeleted && part.id === id) {
    return { id: 'This product was deleted. Clear its ID and SKU to add it as a new product.' }
  }
  if (sku === '') return undefined
  // Older versions allowed SKUs with the same key. They stay valid, because the exact SKU is found first.
  const owner =
    existing.bySku.get(sku) ?? existing.bySkuKey.get(toSkuKey(sku))?.find((other) => other !== part)
  if (!owner || (owner === part && !owner.isDeleted)) return undefined
  const product = owner.isArchived ? 'An archived' : owner.isDeleted ? 'A deleted' : 'Another'
  const number = owner.sku === sku ? 'this SKU' : `the SKU ${owner.sku}`
  return { sku: `${product} product has ${number}.` }
}

/** Returns the key by which the order pad finds the SKU, or the SKU if it has no letters and digits. */
const toSkuKey = (sku: string) => toCodeKey(sku) || sku

/** Returns an error if an earlier row of the file has the same part, or a SKU with the same key as a new SKU. */
function findDuplicateErrors(
  { sku, part }: { sku: string; part: ExistingPart | undefined },
  seen: SeenRows,
): RowErrors {
  const rowWithPart = part && seen.parts.get(part.id)
  const rowWithSku = sku ? seen.skus.get(toSkuKey(sku)) : undefined
  const earlierRow = rowWithPart ?? (part && part.sku === sku ? undefined : rowWithSku)
  if (!earlierRow) return {}
  const column = rowWithSku ? 'sku' : 'id'
  return { [column]: `Row ${formatCount(earlierRow)} has the same product.` }
}

/** Finds the fields that a row changes. An empty cell clears an optional field and keeps a required one. */
function findChanges(
  part: ExistingPart,
  cells: ParsedRow['cells'],
  names: CsvNames,
  errors: RowErrors,
): { newValues: RowFields; oldValues: RowFields } {
  const newValues: RowFields = {}
  const oldValues: RowFields = {}
  for (const [column, cell] of cells) {
    const { field, format, isOptional } = partColumns[column]
    const current = part[field]
    if (cell.trim() === '' && !isOptional) continue
    if (column === 'id' || cell === (current === null ? '' : format(current, names))) continue
    const value = parseCell(column, cell, names, errors)
    if (value === undefined || value === current) continue
    newValues[field] = value
    oldValues[field] = current
  }
  const { sku, img } = newValues
  const newImage = sku === undefined ? part.img : imageAfterNewSku(part, sku as string | null)
  if (img === undefined && newImage !== part.img) {
    newValues.img = newImage
    oldValues.img = part.img
  }
  return { newValues, oldValues }
}

/**
 * Parses the cells of a new part. A file that lacks required columns changes parts: only the unknown number is an error.
 */
function parseNewPart(
  { id, sku }: { id: string; sku: string },
  cells: ParsedRow['cells'],
  names: CsvNames,
  errors: RowErrors,
): RowFields {
  if (REQUIRED_PART_COLUMNS.some((column) => !cells.has(column))) {
    const message = `A new product needs the columns ${REQUIRED_PART_COLUMNS.join(', ')}.`
    if (Object.keys(errors).length > 0) return {}
    if (sku) errors.sku = `No product has this SKU. ${message}`
    else if (id) errors.id = `No product has this ID. ${message}`
    else errors.row = message
    return {}
  }
  const fields: RowFields = {}
  for (const [column, cell] of cells) {
    if (column !== 'id') fields[partColumns[column].field] = parseCell(column, cell, names, errors)
  }
  return fields
}

const TERMS_FIELDS = ['unit_price_cents', 'minimum_order', 'order_multiple', 'price_tiers'] as const

/**
 * Checks price, steps and quantities together, and adds the errors to `errors`. If one of these fields changes, adds
 * even unchanged steps of the file to the change. Otherwise a new price would scale the stored steps.
 */
function checkTerms(
  part: ExistingPart | undefined,
  cells: ParsedRow['cells'],
  { newValues, oldValues }: { newValues: RowFields; oldValues: RowFields },
  errors: RowErrors,
): void {
  if (!TERMS_FIELDS.some((field) => field in newValues)) return
  const values = { ...part, ...newValues } as CsvPart
  const includesSteps = cells.has('priceTiers')
  if (part?.price_tiers && includesSteps) {
    newValues.price_tiers = values.price_tiers
    oldValues.price_tiers = part.price_tiers
  }
  for (const [field, message] of Object.entries(
    findTermsErrors(toPartTerms(values, includesSteps)),
  )) {
    const [name, index] = field.split('.')
    if (name === 'priceTiers') errors.priceTiers ??= `Step ${Number(index) + 1}: ${message}`
    else errors[cells.has('orderMultiple') ? 'orderMultiple' : 'minimumOrder'] ??= message
  }
}

/** Limits the needs and offers together, like the form of a product. */
function checkFits(part: ExistingPart | undefined, newValues: RowFields, errors: RowErrors): void {
  const column = newValues.needs ? 'needs' : 'offers'
  if (newValues[column] && hasTooManyFits({ ...part, ...newValues } as CsvPart))
    errors[column] = `Enter at most ${FITS_MAXIMUM} needs and offers in total.`
}

/** Returns the terms of a part in a CSV list. Leaves out the price steps if the file has no column for them. */
export function toPartTerms(part: CsvPart, includesSteps = true): PartTerms {
  return {
    unitPriceCents: part.unit_price_cents,
    minimumOrder: part.minimum_order,
    orderMultiple: part.order_multiple ?? null,
    priceTiers: includesSteps ? parsePriceSteps(part.price_tiers ?? null) : [],
  }
}

/** Parses a cell. If it is invalid, adds the error and the start of the cell to `errors`, and returns undefined. */
function parseCell(column: PartColumn, cell: string, names: CsvNames, errors: RowErrors) {
  const { parse, isOptional } = partColumns[column]
  if (isOptional && cell.trim() === '') return null
  try {
    return parse(cell, names)
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    const text = cell.trim()
    const start = truncate(text, 40)
    const found = text && ` Found: “${start}${text.length > start.length ? '…' : ''}”.`
    errors[column] ??= error.message + found
    return undefined
  }
}

/** A part that a row may refer to, on sale or deleted. */
interface ExistingPart extends CsvPart {
  has_drawing: boolean
  isDeleted: boolean
  isArchived: boolean
}

interface ExistingParts {
  byId: ReadonlyMap<string, ExistingPart>
  bySku: ReadonlyMap<string, ExistingPart>
  bySkuKey: ReadonlyMap<string, ExistingPart[]>
}

/** Reads the parts to which rows refer by id or SKU, and parts whose SKU has the same key. */
export async function readExistingParts(db: Db, rows: ParsedRow[]): Promise<ExistingParts> {
  const readCells = (column: 'id' | 'sku') =>
    rows.map(({ cells }) => cells.get(column)?.trim() ?? '')
  const ids = readCells('id')
    .map((id) => id.toLowerCase())
    .filter(isId)
  const skus = readCells('sku').filter((sku) => sku !== '')
  const hasColumn = (column: PartColumn) => rows.some(({ cells }) => cells.has(column))
  const hasCodes = hasColumn('gtin') || hasColumn('competitorNumbers')
  const hasFits = hasColumn('needs') || hasColumn('offers')
  const found = await selectCsvParts(db)
    .select([sql<boolean>`deleted_at is not null`.as('isDeleted'), isArchived.as('isArchived')])
    .$if(hasColumn('priceTiers'), (query) => query.select(selectStoredTiers))
    .$if(hasCodes, (query) => query.select(selectCodeTexts))
    .$if(hasFits, (query) => query.select(selectFitTexts))
    .where(
      sql<boolean>`(id = any (${ids}::uuid[]) or sku = any (${skus}::text[])
        or ${hasSkuKey(skus.map(toCodeKey))})`,
    )
    .execute()
  const parts = found.map(({ storedTiers, ...part }) => toCsvPart(part, storedTiers))
  return {
    byId: new Map(parts.map((part) => [part.id, part])),
    bySku: new Map(parts.flatMap((part) => (part.sku === null ? [] : [[part.sku, part]]))),
    bySkuKey: Map.groupBy(parts, ({ sku }) => toSkuKey(sku ?? '')),
  }
}
