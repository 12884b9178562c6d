import { PART_COLUMNS, type PartColumn } from '@freehub/contract/catalog/imports'
import { newPart } from '@freehub/contract/catalog/part-schemas'
import { PIECES_MAXIMUM } from '@freehub/contract/constants'
import { centsOf, dollarsOf, formatCount } from '@freehub/contract/money'
import { dollars, requiredText } from '@freehub/contract/schema-fields'
import { z } from 'zod'

/** What a list of parts says of one: a row of `parts`, with the pieces that are available. */
export interface ListedPart {
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

export type ListedField = keyof ListedPart
export type FieldValue = string | number | null

/** Families by their codes: in a list they stand by their names. */
export type FamilyNames = ReadonlyMap<string, string>

interface ColumnOfList {
  field: ListedField
  /** What a cell says, or throws a CellWrong. An empty cell of a field that may be empty is not read. */
  read(cell: string, families: FamilyNames): FieldValue
  write(value: FieldValue, families: FamilyNames): string
  mayBeEmpty?: true
}

/** What is wrong with a cell, in a sentence. */
export class CellWrong extends Error {}

const { shape } = newPart
const asSaid = (value: FieldValue) => (value === null ? '' : String(value))

/** Each column of a list of parts: how a cell of it is read and written. */
export const partColumns: Record<PartColumn, ColumnOfList> = {
  id: {
    field: 'id',
    read: checked(z.uuid('This is no id of the shop.').toLowerCase()),
    write: asSaid,
    mayBeEmpty: true,
  },
  sku: textOf('sku', requiredText(60, 'Give a SKU.'), true),
  name: textOf('name', shape.name),
  description: textOf('description', shape.description),
  img: textOf('img', shape.img),
  price: {
    field: 'unit_price_cents',
    read: (cell) => centsOf(checked(dollars)(numberIn(cell, PRICE, 'Write the price as 4.50.'))),
    write: (cents) => dollarsOf(Number(cents)).toFixed(2),
  },
  minimumOrder: piecesOf('minimum_order', shape.minimumOrder),
  availableQuantity: piecesOf('available', shape.availableQuantity),
  family: {
    field: 'family_code',
    read: codeOfFamily,
    write: (code, families) => families.get(String(code)) ?? '',
    mayBeEmpty: true,
  },
  packSize: piecesOf('pack_size', shape.minimumOrder, true),
  cartonSize: piecesOf('carton_size', shape.minimumOrder, true),
  weightGrams: {
    field: 'weight_g',
    read: (cell) =>
      checked(GRAMS)(numberIn(cell, DECIMAL, 'Write the weight in grams, as 305 or 7.5.')),
    write: asSaid,
    mayBeEmpty: true,
  },
  leadTimeDays: {
    field: 'lead_time_days',
    read: (cell) => checked(DAYS)(numberIn(cell, WHOLE, 'Give a whole number of days.')),
    write: asSaid,
    mayBeEmpty: true,
  },
  hsCode: textOf(
    'hs_code',
    z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'An HS code has six digits.'),
    true,
  ),
}

/** A part as a row of the list. */
export function rowOfPart(part: ListedPart, families: FamilyNames): string[] {
  return PART_COLUMNS.map((column) => {
    const { field, write } = partColumns[column]
    return write(part[field], families)
  })
}

const WHOLE = /^\d+$/
const DECIMAL = /^\d+([.,]\d+)?$/
const PRICE = /^\$?\s*\d+([.,]\d{1,2})?$/
const GRAMS = z
  .number()
  .min(0.001, 'A weight is more than 0.')
  .max(1_000_000, 'At most 1,000,000 grams.')
const DAYS = z.int().max(3650, 'At most 3650 days.')

function textOf(field: ListedField, schema: z.ZodType<string>, mayBeEmpty?: true): ColumnOfList {
  return { field, read: checked(schema), write: asSaid, ...(mayBeEmpty && { mayBeEmpty }) }
}

function piecesOf(field: ListedField, schema: z.ZodType<number>, mayBeEmpty?: true): ColumnOfList {
  const read = (cell: string) =>
    checked(schema)(
      numberIn(
        cell,
        WHOLE,
        `Give a whole number of pieces, at most ${formatCount(PIECES_MAXIMUM)}.`,
      ),
    )
  return { field, read, write: asSaid, ...(mayBeEmpty && { mayBeEmpty }) }
}

function codeOfFamily(cell: string, families: FamilyNames): string {
  const name = cell.trim().toLowerCase()
  for (const [code, family] of families) if (family.toLowerCase() === name) return code
  throw new CellWrong('There is no family of this name.')
}

/** Spreadsheets of some countries write a comma for the point. */
function numberIn(cell: string, form: RegExp, wanted: string): number {
  const said = cell.trim()
  if (!form.test(said)) throw new CellWrong(wanted)
  return Number(said.replace(/^\$\s*/, '').replace(',', '.'))
}

function checked<T>(schema: z.ZodType<T>): (value: unknown) => T {
  return (value) => {
    const { data, error } = schema.safeParse(value)
    if (error) throw new CellWrong(error.issues[0]?.message ?? 'This cannot be read.')
    return data as T
  }
}
