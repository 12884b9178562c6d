import { PART_COLUMNS, type PartColumn } from '@freehub/contract/catalog/imports'
import {
  newPart,
  orderMultiple,
  partData,
  priceSteps,
} from '@freehub/contract/catalog/part-schemas'
import { toTiers } from '@freehub/contract/catalog/parts'
import { DAYS_MESSAGE, DECIMAL, PIECES_MESSAGE, WEIGHT_MESSAGE } from '@freehub/contract/limits'
import { centsOf, dollarsOf } from '@freehub/contract/money'
import { dollars } from '@freehub/contract/schema-fields'
import { z } from 'zod'
import { type CodeTexts, parseCompetitorNumbers, parseGtins } from '../parts/part-codes.ts'
import { type FitTexts, type Interfaces, parseFits } from '../parts/part-fits.ts'
import { formatPriceSteps } from '../parts/price-steps.ts'

/** A part in a CSV list: a row of `parts` with its available quantity. */
export interface CsvPart extends CodeTexts, FitTexts {
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
  /** Price steps as text, so that they can be compared. Null if there are none, or if they were not read. */
  price_tiers: string | null
  order_multiple: number | null
}

export type CsvField = keyof CsvPart
export type FieldValue = string | number | null

/** Names of families by code, and interfaces by id, to which cells of CSV lists refer. */
export interface CsvNames {
  families: ReadonlyMap<string, string>
  interfaces: Interfaces
}

interface CsvColumn {
  field: CsvField
  /** Parses a cell. Throws `CellError` if it is invalid. */
  parse(cell: string, names: CsvNames): FieldValue
  format(value: FieldValue, names: CsvNames): string
  /** True if an empty cell clears the field. In other columns it keeps the value, and is invalid for a new product. */
  isOptional: boolean
}

/** Thrown for an invalid cell. The message is a sentence for the user. */
export class CellError extends Error {}

const { shape } = newPart
const { sku, weightGrams, leadTimeDays, hsCode } = partData.shape
const formatValue = (value: FieldValue) => (value === null ? '' : String(value))

const WHOLE_NUMBER = /^\d+$/
const PRICE = /^\$?\s*\d+([.,]\d{1,2})?$/

/** The columns of CSV part lists, by heading. */
export const partColumns: Record<PartColumn, CsvColumn> = {
  id: textColumn('id', z.uuid('Unknown product ID.').toLowerCase(), true),
  sku: textColumn('sku', sku.unwrap(), true),
  name: textColumn('name', shape.name),
  description: textColumn('description', shape.description),
  img: textColumn('img', shape.img),
  price: {
    ...numberColumn(
      'unit_price_cents',
      PRICE,
      'Enter the price as 4.50.',
      dollars.transform(centsOf),
    ),
    format: (cents) => dollarsOf(Number(cents)).toFixed(2),
  },
  minimumOrder: quantityColumn('minimum_order', shape.minimumOrder),
  availableQuantity: quantityColumn('available', shape.availableQuantity),
  family: {
    field: 'family_code',
    parse: parseFamily,
    format: (code, { families }) => families.get(String(code)) ?? '',
    isOptional: true,
  },
  packSize: quantityColumn('pack_size', shape.minimumOrder, true),
  cartonSize: quantityColumn('carton_size', shape.minimumOrder, true),
  weightGrams: numberColumn('weight_g', DECIMAL, WEIGHT_MESSAGE, weightGrams.unwrap(), true),
  leadTimeDays: numberColumn(
    'lead_time_days',
    WHOLE_NUMBER,
    DAYS_MESSAGE,
    leadTimeDays.unwrap(),
    true,
  ),
  hsCode: textColumn('hs_code', hsCode.unwrap(), true),
  priceTiers: {
    field: 'price_tiers',
    parse: parseStepsCell,
    format: formatValue,
    isOptional: true,
  },
  orderMultiple: quantityColumn('order_multiple', orderMultiple.unwrap(), true),
  gtin: codesColumn(
    'gtin',
    parseGtins,
    'Enter a GTIN of 8, 12, 13 or 14 digits with a valid check digit, or several as 4006381333931|…',
  ),
  competitorNumbers: codesColumn(
    'competitor_numbers',
    parseCompetitorNumbers,
    'Enter brands and numbers as Brand:Number|Brand:Number.',
  ),
  needs: fitsColumn('needs'),
  offers: fitsColumn('offers'),
}

export function formatPartRow(part: CsvPart, names: CsvNames): string[] {
  return PART_COLUMNS.map((column) => {
    const { field, format } = partColumns[column]
    return format(part[field], names)
  })
}

function textColumn(field: CsvField, schema: z.ZodType<string>, isOptional = false): CsvColumn {
  return { field, parse: createParser(schema), format: formatValue, isOptional }
}

function quantityColumn(field: CsvField, schema: z.ZodType<number>, isOptional = false) {
  return numberColumn(field, WHOLE_NUMBER, PIECES_MESSAGE, schema, isOptional)
}

function numberColumn(
  field: CsvField,
  pattern: RegExp,
  message: string,
  schema: z.ZodType<number>,
  isOptional = false,
): CsvColumn {
  const parse = (cell: string) => createParser(schema)(parseNumber(cell, pattern, message))
  return { field, parse, format: formatValue, isOptional }
}

function codesColumn(
  field: keyof CodeTexts,
  parseCodes: (cell: string) => string | undefined,
  message: string,
): CsvColumn {
  const parse = (cell: string) => {
    const codes = parseCodes(cell)
    if (codes === undefined) throw new CellError(message)
    return codes
  }
  return { field, parse, format: formatValue, isOptional: true }
}

function fitsColumn(field: keyof FitTexts): CsvColumn {
  const parse = (cell: string, { interfaces }: CsvNames) => {
    const parsed = parseFits(cell, interfaces)
    if ('problem' in parsed) throw new CellError(parsed.problem)
    return parsed.text
  }
  return { field, parse, format: formatValue, isOptional: true }
}

function parseFamily(cell: string, names: CsvNames): string {
  const name = cell.trim().toLowerCase()
  for (const [code, family] of names.families) if (family.toLowerCase() === name) return code
  throw new CellError('Unknown family name.')
}

function parseStepsCell(cell: string): FieldValue {
  const steps = cell.split('|').map((step) => {
    const [fromQuantity = '', price = '', ...others] = step.split(':')
    if (others.length > 0) throw new CellError(STEPS_MESSAGE)
    return {
      fromQuantity: parseNumber(fromQuantity, WHOLE_NUMBER, STEPS_MESSAGE),
      price: parseNumber(price, PRICE, STEPS_MESSAGE),
    }
  })
  return formatPriceSteps(toTiers(createParser(priceSteps)(steps)))
}

const STEPS_MESSAGE = 'Enter quantities and prices as 300:5.72|1000:5.10.'

/** Parses a number. Accepts a decimal comma, which spreadsheets of some locales write. */
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
