import { PART_COLUMNS, type PartColumn } from '@freehub/contract/catalog/imports'
import { newPart } from '@freehub/contract/catalog/part-schemas'
import { QUANTITY_MAXIMUM } from '@freehub/contract/constants'
import { centsOf, dollarsOf, formatCount } from '@freehub/contract/money'
import { dollars, requiredText } from '@freehub/contract/schema-fields'
import { z } from 'zod'

/** A part in a CSV list: a row of `parts` with its available quantity. */
export interface CsvPart {
  id: string
  sku: string | null
  name: string
  description: string
  img: string
  unit_price_cents: number
  minimum_order: number
  available: number
  family_code: string | null
  pack_size: number | null
  carton_size: number | null
  weight_g: number | null
  lead_time_days: number | null
  hs_code: string | null
}

export type CsvField = keyof CsvPart
export type FieldValue = string | number | null

/** Family names by code. CSV lists contain the names. */
export type FamilyNames = ReadonlyMap<string, string>

interface CsvColumn {
  field: CsvField
  /** Throws a `CellError`. Not called for an empty cell of an optional field. */
  parse(cell: string, families: FamilyNames): FieldValue
  format(value: FieldValue, families: FamilyNames): string
  isOptional?: true
}

/** An invalid cell. The message is a sentence for the user. */
export class CellError extends Error {}

const { shape } = newPart
const formatValue = (value: FieldValue) => (value === null ? '' : String(value))

export const partColumns: Record<PartColumn, CsvColumn> = {
  id: {
    field: 'id',
    parse: createParser(z.uuid('Unknown product ID.').toLowerCase()),
    format: formatValue,
    isOptional: true,
  },
  sku: createTextColumn('sku', requiredText(60, 'Enter a SKU.'), true),
  name: createTextColumn('name', shape.name),
  description: createTextColumn('description', shape.description),
  img: createTextColumn('img', shape.img),
  price: {
    field: 'unit_price_cents',
    parse: (cell) =>
      centsOf(createParser(dollars)(parseNumber(cell, PRICE, 'Enter the price as 4.50.'))),
    format: (cents) => dollarsOf(Number(cents)).toFixed(2),
  },
  minimumOrder: createQuantityColumn('minimum_order', shape.minimumOrder),
  availableQuantity: createQuantityColumn('available', shape.availableQuantity),
  family: {
    field: 'family_code',
    parse: parseFamily,
    format: (code, families) => families.get(String(code)) ?? '',
    isOptional: true,
  },
  packSize: createQuantityColumn('pack_size', shape.minimumOrder, true),
  cartonSize: createQuantityColumn('carton_size', shape.minimumOrder, true),
  weightGrams: {
    field: 'weight_g',
    parse: (cell) =>
      createParser(GRAMS)(
        parseNumber(cell, DECIMAL, 'Enter the weight in grams, such as 305 or 7.5.'),
      ),
    format: formatValue,
    isOptional: true,
  },
  leadTimeDays: {
    field: 'lead_time_days',
    parse: (cell) => createParser(DAYS)(parseNumber(cell, WHOLE, 'Enter a whole number of days.')),
    format: formatValue,
    isOptional: true,
  },
  hsCode: createTextColumn(
    'hs_code',
    z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'Enter an HS code of six digits.'),
    true,
  ),
}

export function formatPartRow(part: CsvPart, families: FamilyNames): string[] {
  return PART_COLUMNS.map((column) => {
    const { field, format } = partColumns[column]
    return format(part[field], families)
  })
}

const WHOLE = /^\d+$/
const DECIMAL = /^\d+([.,]\d+)?$/
const PRICE = /^\$?\s*\d+([.,]\d{1,2})?$/
const GRAMS = z
  .number()
  .min(0.001, 'Enter a weight above 0.')
  .max(1_000_000, 'Enter at most 1,000,000 grams.')
const DAYS = z.int().max(3650, 'Enter at most 3650 days.')

function createTextColumn(field: CsvField, schema: z.ZodType<string>, isOptional?: true) {
  return {
    field,
    parse: createParser(schema),
    format: formatValue,
    ...(isOptional && { isOptional }),
  }
}

function createQuantityColumn(field: CsvField, schema: z.ZodType<number>, isOptional?: true) {
  const parse = (cell: string) =>
    createParser(schema)(
      parseNumber(
        cell,
        WHOLE,
        `Enter a whole number of pieces, at most ${formatCount(QUANTITY_MAXIMUM)}.`,
      ),
    )
  return { field, parse, format: formatValue, ...(isOptional && { isOptional }) }
}

function parseFamily(cell: string, families: FamilyNames): string {
  const name = cell.trim().toLowerCase()
  for (const [code, family] of families) if (family.toLowerCase() === name) return code
  throw new CellError('Unknown family name.')
}

/** Accepts a decimal comma, which spreadsheets of some locales write. */
function parseNumber(cell: string, pattern: RegExp, message: string): number {
  const text = cell.trim()
  if (!pattern.test(text)) throw new CellError(message)
  return Number(text.replace(/^\$\s*/, '').replace(',', '.'))
}

function createParser<T>(schema: z.ZodType<T>): (value: unknown) => T {
  return (value) => {
    const { data, error } = schema.safeParse(value)
    if (error) throw new CellError(error.issues[0]?.message ?? 'This value is invalid.')
    return data as T
  }
}
