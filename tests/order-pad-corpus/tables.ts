import { formatDate, formatNumber, type NumberFormat, pickNumberFormat } from './cell-formats.ts'
import type { CorpusPart } from './corpus-parts.ts'
import {
  type CodeKind,
  createOrderLines,
  type Damage,
  type OrderLine,
  pickDamage,
} from './create-order-lines.ts'
import { type ExpectedRow, SKIPPED } from './expected-row.ts'
import type { Random } from './random.ts'
import { type ColumnKind, HEADINGS, type Language, NOTES, TOTALS, UNITS } from './vocabulary.ts'

/** Rows of cells with the expected result of each row. */
export interface Table {
  rows: string[][]
  expected: ExpectedRow[]
}

export interface TableOptions {
  parts: CorpusPart[]
  language: Language
  columns: ColumnKind[]
  codeKind: CodeKind
  lines: number
  headings: 'none' | 'once' | 'repeated'
  quantities: 'plain' | 'decimals1' | 'decimals2' | 'decimals3' | 'unit' | 'x'
  isSpreadsheet?: boolean
  /** True if the rows become lines of text without columns. */
  isText?: boolean
  damage?: Damage
  format?: NumberFormat
  /** True if there are empty rows, subtotals and repeated headings between the lines. */
  hasExtraRows?: boolean
  /** Writes a name. The default is the catalog's name. */
  writeName?: (name: string) => string
}

/** Creates the rows of one order as a customer would paste them, with the expected result of each row. */
export function createTable(random: Random, options: TableOptions): Table {
  const { language, columns, codeKind, isSpreadsheet = false, parts } = options
  const damage = options.damage ?? pickDamage(random)
  const format = options.format ?? pickNumberFormat(random, language)
  const headings = columns.map((kind) => random.pick(HEADINGS[language][kind]))
  const lines = createOrderLines(random, options.lines, {
    parts,
    codeKind,
    damage,
    language,
    isSpreadsheet,
  })
  const writer = { ...options, format, constants: pickConstants(random, language), random }
  const table: Table = { rows: [], expected: [] }
  const add = (row: string[], expected: ExpectedRow) => {
    table.rows.push(row)
    table.expected.push(expected)
  }
  if (options.headings !== 'none') add(headings, SKIPPED)
  for (const [n, line] of lines.entries()) {
    if (options.hasExtraRows && n > 0) {
      if (random.chance(0.05))
        add(
          columns.map(() => ''),
          SKIPPED,
        )
      if (options.headings === 'repeated' && n % 10 === 0) add(headings, SKIPPED)
      if (n % 15 === 0) add(writeTotal(random, options, format), SKIPPED)
    }
    add(
      columns.map((kind) => writeCell(kind, line, n, writer)),
      expectLine(line, options),
    )
  }
  if (options.hasExtraRows) add(writeTotal(random, options, format), SKIPPED)
  return table
}

/** Values that are the same in all rows of a table. */
interface Constants {
  date: string
  orderNumber: string
  tax: string
  unit: string
  step: 1 | 10
}

function pickConstants(random: Random, language: Language): Constants {
  return {
    date: formatDate(random, language),
    orderNumber: random.pick(['4500017731', 'PO-2026-0117', 'AB260417', '104417']),
    tax: random.pick(['19', '20', '22', '19,00', '0']),
    unit: random.pick(UNITS[language]),
    step: random.pick([1, 1, 10]),
  }
}

interface Writer extends TableOptions {
  random: Random
  format: NumberFormat
  constants: Constants
}

function writeCell(kind: ColumnKind, line: OrderLine, n: number, writer: Writer): string {
  const { random, format, constants, language } = writer
  const { part, quantity } = line
  const priceCents = part?.priceCents ?? 1234
  switch (kind) {
    case 'position':
      return String((n + 1) * constants.step)
    case 'code':
      return line.code
    case 'gtin':
      return line.gtin
    case 'brand':
      return part?.competitor?.brand ?? 'Freehub'
    case 'name':
      return writer.writeName?.(line.name) ?? line.name
    case 'quantity':
      return quantity === null ? '' : writeQuantity(quantity, writer)
    case 'unit':
      return constants.unit
    case 'price':
      return formatNumber(priceCents / 100, format, 2)
    case 'total':
      return formatNumber(((quantity ?? 0) * priceCents) / 100, format, 2)
    case 'discount':
      return random.pick(['0', '5', '10', '5,0'])
    case 'stock':
      return formatNumber(random.int(0, 9000), format)
    case 'minimum':
      return String(part?.minimum ?? 10)
    case 'pack':
      return random.pick(['10', '50', '100'])
    case 'weight':
      return formatNumber((part?.weightG ?? 100) / 1000, format, 3)
    case 'hsCode':
      return part?.hsCode ?? '871499'
    case 'date':
      return constants.date
    case 'orderNumber':
      return constants.orderNumber
    case 'tax':
      return constants.tax
    case 'delivered':
      return formatNumber(Math.floor((quantity ?? 0) / 2), format)
    case 'open':
      return formatNumber(Math.ceil((quantity ?? 0) / 2), format)
    case 'note':
      return random.chance(0.3) ? random.pick(NOTES[language]) : ''
  }
}

function writeQuantity(quantity: number, { quantities, format, constants, random }: Writer) {
  switch (quantities) {
    case 'plain':
      return formatNumber(quantity, format)
    case 'decimals1':
      return quantity.toFixed(1)
    case 'decimals2':
      return formatNumber(quantity, format, 2)
    case 'decimals3':
      return formatNumber(quantity, format, 3)
    case 'unit':
      return `${formatNumber(quantity, format)}${random.pick([' ', ' ', ''])}${constants.unit}`
    case 'x':
      return random.pick([`${quantity}x`, `${quantity} x`, `x${quantity}`, `${quantity}×`])
  }
}

/**
 * Columns of whole numbers. Without headings, a reader cannot know which column contains the
 * quantities.
 */
const WHOLE_NUMBERS: ColumnKind[] = ['quantity', 'stock', 'minimum', 'pack', 'delivered', 'open']

function expectLine(line: OrderLine, { columns, headings, isText }: TableOptions): ExpectedRow {
  const { part, quantity } = line
  const sku = part?.sku ?? null
  const writtenQuantity = columns.includes('quantity') ? quantity : null
  const states = [
    ...(columns.includes('code') ? [line.state] : []),
    ...(columns.includes('gtin') ? [line.gtinState] : []),
  ]
  // The first of these states that one of the codes has.
  const state =
    (['found', 'choose', 'guess', 'shortened', 'unknown'] as const).find((one) =>
      states.includes(one),
    ) ?? 'unknown'
  const isUnclear =
    headings === 'none' && columns.filter((kind) => WHOLE_NUMBERS.includes(kind)).length > 1
  // In a table with quantities, a row without one orders nothing.
  const isNotOrdered = columns.includes('quantity') && quantity === null && !isUnclear && !isText
  return isNotOrdered ? SKIPPED : { state, sku, quantity: writtenQuantity, isUnclear }
}

function writeTotal(
  random: Random,
  { columns, language }: TableOptions,
  format: NumberFormat,
): string[] {
  const label = columns.findIndex((kind) => kind === 'name' || kind === 'code')
  const labelColumn = Math.max(0, label)
  return columns.map((kind, n) => {
    if (n === labelColumn) return random.pick(TOTALS[language])
    if (kind === 'total') return formatNumber(random.int(100, 99_999), format, 2)
    return kind === 'quantity' && random.chance(0.5)
      ? formatNumber(random.int(100, 9_999), format)
      : ''
  })
}
