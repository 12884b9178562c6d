import { PAD_CELL_LENGTH } from '../limits.ts'
import {
  areLineNumbers,
  chooseQuantityColumn,
  chooseSparseQuantityColumn,
  type NumberColumn,
} from './choose-quantity-column.ts'
import { hasLostDigits, toCodeKey } from './codes.ts'
import { findCodesInText, findWholeCode, type IsKnown, MAY_BE_QUANTITY } from './find-codes.ts'
import { type HeadingKind, hasHeadings, isTotalCell, readHeading } from './headings.ts'
import { readQuantity, type SeparatorMeaning } from './quantity.ts'
import { parseTextLine } from './text-line.ts'
import {
  findNumberAt,
  joinThousands,
  NO_TEXT_POSITION,
  readTextQuantity,
  TEXT_POSITIONS,
  type TextLayout,
  type TextPosition,
  type Words,
  withoutLineNumber,
} from './text-quantity.ts'

/** The positions of codes, quantities and names in pasted rows. The first column is 0. */
export interface Layout {
  /** Columns with codes, the most likely one first. Empty for free text. */
  codeColumns: number[]
  quantityColumn: number | null
  nameColumn: number | null
  /** Columns with numbers of another meaning, such as prices. */
  otherColumns: number[]
  /** The cells of the first row with headings. */
  headings: string[] | null
  /** True if another column may contain the quantities, or if `10,000` may mean ten. */
  isQuantityUnclear: boolean
  separatorMeaning: SeparatorMeaning
  /** The position of the quantity in lines of free text. */
  text: TextLayout
}

/** Finds the positions of codes, quantities and names. The cells are results of `cleanCell`. */
export function findLayout(rows: string[][], isKnown: IsKnown): Layout {
  const sample = takeSample(rows)
  const table = sample.filter((row) => countFilled(row) > 1 && !isLongLine(row))
  const headings = table.find((row) => isHeadingRow(row, isKnown)) ?? null
  const items = table.filter((row) => !isHeadingRow(row, isKnown) && !isTotalRow(row))
  const columns = readColumns(items, headings, isKnown)
  const codeColumns = chooseCodeColumns(columns, items.length)
  const codes = columns.filter(({ column }) => codeColumns.includes(column))
  const isItem = (row: string[]) => codeColumns.some((column) => row[column])
  const numbers = columns
    .filter(({ column }) => !codeColumns.includes(column))
    .map(({ column, heading }) => ({
      id: column,
      heading,
      values: items.filter(isItem).map((row) => row[column] ?? ''),
    }))
  const dense = chooseQuantityColumn(numbers)
  const quantities = dense.id === null ? chooseSparseQuantityColumn(numbers) : dense
  const name = columns.find(
    ({ column, heading }) => heading === 'name' && !codeColumns.includes(column),
  )
  return {
    codeColumns,
    quantityColumn: quantities.id,
    otherColumns: numbers.filter(hasOtherMeaning).map(({ id }) => id),
    nameColumn: name?.column ?? findTextColumn(columns, [...codeColumns, quantities.id]),
    headings,
    isQuantityUnclear:
      quantities.isUnclear ||
      (quantities.id === null && codeColumns.length > 1 && codes.some(mayBeQuantities)),
    separatorMeaning: quantities.separatorMeaning,
    text: findTextLayout(
      sample.filter((row) => codeColumns.length === 0 || countFilled(row) === 1 || isLongLine(row)),
      isKnown,
    ),
  }
}

/** True for a column with another heading, or without a heading and with numbers in most rows. */
function hasOtherMeaning({ heading, values }: NumberColumn<number>): boolean {
  if (heading !== null) return heading === 'other' || heading === 'gtin' || heading === 'code'
  return values.filter((value) => /\d/.test(value)).length >= values.length * 0.5
}

/** Number of rows that decide on the layout: the first rows, and others at equal distances. */
const SAMPLE_ROWS = 120
const FIRST_ROWS = 40

function takeSample(rows: string[][]): string[][] {
  const step = Math.ceil((rows.length - FIRST_ROWS) / (SAMPLE_ROWS - FIRST_ROWS))
  return rows.filter((_, n) => n < FIRST_ROWS || (n - FIRST_ROWS) % step === 0)
}

/** Returns whether the cells are one long line that `splitCells` has split. */
export function isLongLine(cells: string[]): boolean {
  return (
    cells.length > 1 &&
    cells.slice(1).every((cell, n) => {
      const [word = ''] = cell.split(' ')
      return (cells[n]?.length ?? 0) + 1 + word.length > PAD_CELL_LENGTH
    })
  )
}

/** Returns the number of cells with text. */
export function countFilled(row: string[]): number {
  return row.filter((cell) => cell !== '').length
}

/**
 * Returns whether a row has headings and no known code. The own number `Lager 7-7` looks like a heading, because
 * `Lager` is German for stock.
 */
export function isHeadingRow(cells: string[], isKnown: IsKnown): boolean {
  return hasHeadings(cells) && !cells.some((cell) => findWholeCode(cell, isKnown))
}

/** Returns whether the first text of a row is the label of a sum, a tax or an order number. */
export function isTotalRow(cells: string[]): boolean {
  return isTotalCell(cells.find((cell) => cell !== '' && !readQuantity(cell)) ?? '')
}

interface Column {
  column: number
  heading: HeadingKind | null
  values: string[]
  /** Number of cells that are a known code. */
  wholeCodeCount: number
  /** Number of other cells that contain a known code. */
  containedCodeCount: number
  /** Number of cells that are no known code, but look like a code. */
  similarCount: number
}

function readColumns(rows: string[][], headings: string[] | null, isKnown: IsKnown): Column[] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, column) => {
    const values = rows.map((row) => row[column] ?? '').filter((value) => value !== '')
    const rest = values.filter((value) => !findWholeCode(value, isKnown))
    return {
      column,
      heading: readHeading(headings?.[column] ?? ''),
      values,
      wholeCodeCount: values.length - rest.length,
      containedCodeCount: rest.filter((value) => findCodesInText(value, isKnown).length > 0).length,
      similarCount: rest.filter(isSimilarToCode).length,
    }
  })
}

/** True for lost digits, for GTINs (their keys have 14 digits), and for letters with at least three digits. */
function isSimilarToCode(cell: string): boolean {
  if (hasLostDigits(cell)) return true
  const key = toCodeKey(cell)
  if (/^\d+$/.test(key)) return key.length === 14 && !/[.,]/.test(cell)
  return /^[A-Z0-9]{4,20}$/.test(key) && (key.match(/\d/g)?.length ?? 0) >= 3
}

/** Enough for part number, own number, GTIN and a competitor's number. */
const MAX_CODE_COLUMNS = 4

/** Returns the columns with codes, the most likely one first. Without known codes and headings, at most one column. */
function chooseCodeColumns(columns: Column[], rows: number): number[] {
  const rated = columns
    .map((one) => ({
      ...one,
      score: one.wholeCodeCount + one.containedCodeCount * 0.5 + scoreHeading(one, rows),
    }))
    .filter(
      ({ wholeCodeCount, containedCodeCount, heading }) =>
        wholeCodeCount > 0 || containedCodeCount > 0 || heading === 'code',
    )
    .filter((one) => one.heading !== 'quantity')
    .filter((one) => !mayBeQuantities(one) || areShortCodes(one, columns))
    .filter((one, _, all) => one.heading === 'code' || !isConstant(one) || all.every(isConstant))
    .sort((a, b) => b.score - a.score)
  const [best] = rated
  if (best) {
    const isGood = ({ wholeCodeCount, heading, score }: (typeof rated)[number]) =>
      score >= best.score * 0.3 &&
      heading !== 'other' &&
      (wholeCodeCount > 0 || heading === 'code' || heading === 'gtin')
    const good = rated.filter((one) => one === best || isGood(one))
    return good.slice(0, MAX_CODE_COLUMNS).map(({ column }) => column)
  }
  const [similar] = columns
    .filter((one) => one.similarCount > 0 && one.similarCount >= one.values.length * 0.5)
    .filter(({ heading }) => heading !== 'other')
    .sort((a, b) => b.similarCount - a.similarCount)
  const column = similar ?? findUnknownCodeColumn(columns, rows)
  return column ? [column.column] : []
}

/** True for a column of short numbers without a heading. They are quantities if another column has the codes. */
function mayBeQuantities({ values, heading }: Column): boolean {
  return heading === null && values.every((value) => MAY_BE_QUANTITY.test(value))
}

/**
 * True if the short numbers of a column are codes. Either another column has the quantities and fewer known codes. Or no
 * other column has more known codes, or as many certain ones.
 */
function areShortCodes({ column, wholeCodeCount }: Column, columns: Column[]): boolean {
  const others = columns.filter((other) => other.column !== column)
  return (
    others.some((other) => other.wholeCodeCount < wholeCodeCount && areQuantities(other)) ||
    !others.some((other) =>
      mayBeQuantities(other)
        ? other.wholeCodeCount > wholeCodeCount
        : other.wholeCodeCount >= wholeCodeCount,
    )
  )
}

function areQuantities({ values }: Column): boolean {
  const quantities = values.flatMap((value) => readQuantity(value)?.value ?? [])
  return quantities.length >= values.length * 0.5 && !areLineNumbers(quantities)
}

/** Chooses the column of unknown codes. Prefers short codes such as `A12` to names. Undefined without quantities. */
function findUnknownCodeColumn(columns: Column[], rows: number): Column | undefined {
  const filled = columns.filter(({ values }) => values.length >= rows * 0.5)
  const numberColumns = filled.filter(({ values }) => values.every((value) => readQuantity(value)))
  const textColumns = filled.filter(
    ({ heading, values }) =>
      (heading === null || heading === 'name') && values.every((value) => /\p{L}/u.test(value)),
  )
  const [textColumn] = textColumns
  const [first, ...otherNumberColumns] = numberColumns
  if (!textColumn || !first) return undefined
  const isShortCode = (value: string) => /\d/.test(value) && value.length <= MAX_SHORT_CODE_LENGTH
  const shortCodeColumn = textColumns.find(({ values }) => values.every(isShortCode))
  if (shortCodeColumn) return shortCodeColumn
  const hasDigitCodes =
    otherNumberColumns.length > 0 && first.values.every((value) => /^\d{3,}$/.test(value))
  return hasDigitCodes && first.column < textColumn.column ? first : textColumn
}

const MAX_SHORT_CODE_LENGTH = 20

/** Returns whether a column has more than three values and all are equal, such as the date of an order. */
function isConstant({ values }: Column): boolean {
  return values.length > 3 && new Set(values).size === 1
}

/**
 * Returns what a heading adds to the score of a column, where a cell with a known code adds 1. A heading of codes adds
 * 0.3 for each value. Another heading subtracts 0.3 for each row.
 */
function scoreHeading({ heading, values }: Column, rows: number): number {
  if (heading === 'code' || heading === 'gtin') return values.length * 0.3
  return heading === null ? 0 : -rows * 0.3
}

/** Returns the unused column without a heading that has the most text. */
function findTextColumn(columns: Column[], used: (number | null)[]): number | null {
  const texts = columns
    .filter(({ column, heading }) => !used.includes(column) && heading === null)
    .map(({ column, values }) => ({
      column,
      length: values.filter((value) => /\p{L}{3}/u.test(value)).join('').length,
    }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length)
  return texts[0]?.column ?? null
}

/** In fewer lines, the positions of line numbers and quantities cannot be recognised. */
const MIN_LINES = 3

/** Finds the position of the quantities in lines of text. */
function findTextLayout(rows: string[][], isKnown: IsKnown): TextLayout {
  const all = rows.flatMap((row) => parseTextLine(row.join(' '), isKnown) ?? [])
  const lines = all.filter(({ state }) => state === 'known' || state === 'guess')
  const hasLineNumbers = all.length < MIN_LINES ? null : haveLineNumbers(all)
  const unnumbered = hasLineNumbers ? lines.map(withoutLineNumber) : lines
  const unlabelled = unnumbered.filter(
    (line) => !readTextQuantity(line, NO_TEXT_POSITION)?.isLabelled,
  )
  if (unlabelled.length === 0) return { ...NO_TEXT_POSITION, hasLineNumbers }
  const plain = chooseTextPosition(unlabelled)
  const joined = chooseTextPosition(unlabelled.map(joinThousands))
  const best = joined.score > plain.score ? joined : plain
  const isNear = best.id === 'before' || best.id === 'after'
  const isTrusted = best.hasTotals || unlabelled.length >= MIN_LINES
  return {
    position: isTrusted && !best.isUnclear ? best.id : null,
    hasLineNumbers,
    hasTotals: best.hasTotals,
    isUnclear: !isNear && unlabelled.some((line) => !findNumberAt(line, best.id ?? 'end0')),
  }
}

function haveLineNumbers(lines: Words[]): boolean {
  const numbers = lines.flatMap(({ before }) => readQuantity(before[0] ?? '')?.value ?? [])
  return numbers.length >= lines.length * 0.8 && areLineNumbers(numbers)
}

function chooseTextPosition(lines: Words[]) {
  return chooseQuantityColumn(
    TEXT_POSITIONS.map(
      (id): NumberColumn<TextPosition> => ({
        id,
        heading: null,
        values: lines.map((line) => findNumberAt(line, id) ?? ''),
      }),
    ),
  )
}
