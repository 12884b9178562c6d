import { PAD_CELL_LENGTH } from '../limits.ts'
import { hasLostDigits, listPartNumberCorrections, toCodeKey } from './codes.ts'
import {
  type FoundCode,
  findCodesInText,
  findMisspeltCodes,
  findWholeCode,
  type IsKnown,
} from './find-codes.ts'
import { isTotalCell, isTotalLabel } from './headings.ts'
import { countFilled, isHeadingRow, isLongLine, isTotalRow, type Layout } from './layout.ts'
import { NO_QUANTITY, type Quantity, readQuantity } from './quantity.ts'
import { isProse, parseTextLine, toWords } from './text-line.ts'
import { readTextQuantity } from './text-quantity.ts'

/**
 * The reason why a row orders no part: it is empty, a heading, a sum, or text without a part number. `noQuantity`: the
 * list has quantities, but this row has none.
 */
export type SkipReason = 'empty' | 'heading' | 'total' | 'text' | 'noQuantity'

/** The result of the parser for one row. The server looks up the parts of the keys. */
export interface ParsedPadRow {
  /**
   * `known`: the keys are known. `guess`: the keys are known corrections of a misspelt part number.
   * `unknown`: no key is known. `shortened`: a spreadsheet has rounded or hidden digits.
   */
  state: 'known' | 'guess' | 'unknown' | 'shortened' | 'skipped'
  skipReason: SkipReason | null
  /** The code as written. For unknown rows without a code, the text to search for. */
  code: string | null
  /** Known keys of the code. If they belong to different parts, the user has to choose. */
  keys: string[]
  /** Null if the row has no quantity, or a quantity that is not in whole pieces. */
  quantity: number | null
  /** True if the row may mean another quantity: other numbers, packs, a fraction such as `1,5`, or unreadable text. */
  isQuantityUnclear: boolean
  /** The cell or line whose quantity could not be read. Null if there is none, or if the line is long. */
  quantityText: string | null
  name: string | null
}

/** The fields of a row before anything in it was recognised. */
const EMPTY_FIELDS = {
  code: null,
  keys: [],
  quantity: null,
  isQuantityUnclear: false,
  quantityText: null,
  name: null,
}

/** Parses a row of cells from `cleanCell`. A row that orders no part is `skipped`, with a reason. */
export function parseRow(cells: string[], layout: Layout, isKnown: IsKnown): ParsedPadRow {
  const filled = countFilled(cells)
  if (filled === 0) return skip('empty')
  if (isHeadingRow(cells, isKnown)) return skip('heading')
  const hasCode = cells.length > 1 && layout.codeColumns.some((column) => cells[column])
  const hasColumns = layout.codeColumns.length > 0 && (filled > 1 || hasCode) && !isLongLine(cells)
  const row = hasColumns
    ? parseCells(cells, layout, isKnown)
    : parseText(cells.join(' ').trim(), layout, isKnown)
  const isItem = row.state !== 'skipped' && (hasColumns || cells.includes(row.code ?? ''))
  if (!isItem || !isNotOrdered(row, layout)) return row
  return mayHaveQuantity(cells, layout, isKnown)
    ? { ...row, isQuantityUnclear: true }
    : { ...row, state: 'skipped', skipReason: 'noQuantity', keys: [], quantity: null }
}

/** Returns whether a cell outside the column of quantities may contain the quantity, as in a shifted row. */
function mayHaveQuantity(cells: string[], layout: Layout, isKnown: IsKnown): boolean {
  const { codeColumns, quantityColumn, otherColumns } = layout
  return cells.some((cell, column) => {
    if (column === quantityColumn || findWholeCode(cell, isKnown)) return false
    const words = cell.split(' ')
    const [end, labelledEnd] = [-1, -2].map((n) => readQuantity(words.slice(n).join(' ')))
    if (end && codeColumns.includes(column)) return true
    return (
      labelledEnd?.isLabelled || (!otherColumns.includes(column) && readQuantity(cell) !== null)
    )
  })
}

/** Returns whether the quantity of a row is empty or 0 in a list whose column of quantities is known. */
function isNotOrdered({ quantity, isQuantityUnclear }: ParsedPadRow, layout: Layout): boolean {
  return layout.quantityColumn !== null && !isQuantityUnclear && !quantity
}

function skip(skipReason: SkipReason): ParsedPadRow {
  return { state: 'skipped', skipReason, ...EMPTY_FIELDS }
}

/** Parses a row of a table by the columns of the layout. */
function parseCells(cells: string[], layout: Layout, isKnown: IsKnown): ParsedPadRow {
  const { codeColumns, quantityColumn, nameColumn, separatorMeaning } = layout
  const codes = codeColumns.map((column) => cells[column] ?? '').filter((cell) => cell !== '')
  const known = findCellCodes(codes, isKnown)
  const isTotal = isTotalRow(cells) || (codes.length === 0 && cells.some(isTotalCell))
  if (known.length === 0 && isTotal) return skip('total')
  const quantityCell = cells[quantityColumn ?? -1] ?? ''
  const quantity =
    readQuantity(quantityCell, separatorMeaning) ?? findQuantityWithUnit(cells, codeColumns)
  const isUnreadable = !NO_QUANTITY.test(quantityCell) && (quantity?.value ?? null) === null
  const rest = {
    skipReason: null,
    quantity: quantity?.value ?? null,
    isQuantityUnclear: quantity
      ? quantity.isUnclear || layout.isQuantityUnclear
      : layout.isQuantityUnclear || !NO_QUANTITY.test(quantityCell),
    quantityText: isUnreadable ? quantityCell : null,
    name: cells[nameColumn ?? -1] || null,
  }
  const [code] = known
  // `FH 304012 9` contains a part number, but it may be another part number with an additional
  // digit.
  const isMisspelt = (cell: string) => listCorrections(cell, isKnown).length > 0
  if (code && (codes.includes(code.text) || !codes.some(isMisspelt)))
    return { state: 'known', code: code.text, keys: known.flatMap(({ keys }) => keys), ...rest }
  for (const cell of codes) {
    const whole = listCorrections(cell, isKnown)
    const keys = whole.length > 0 ? whole : findMisspeltCodes(cell, isKnown)[0]?.keys
    if (keys) return { state: 'guess', code: cell, keys, ...rest }
  }
  const shortened = codes.find(hasLostDigits)
  if (shortened) return { state: 'shortened', code: shortened, keys: [], ...rest }
  if (codes.length === 0) {
    const [other] = findCellCodes(cells, isKnown)
    if (other) return { state: 'known', code: other.text, keys: other.keys, ...rest }
  }
  const unknown = codes[0] ?? rest.name
  if (!unknown || (!/\d/.test(codes[0] ?? '') && rest.quantity === null)) return skip('text')
  return { state: 'unknown', code: unknown, keys: [], ...rest }
}

function listCorrections(cell: string, isKnown: IsKnown): string[] {
  return listPartNumberCorrections(toCodeKey(cell)).filter(isKnown)
}

/** Returns the known codes that equal whole cells, or else those inside the first cell that contains any. */
function findCellCodes(cells: string[], isKnown: IsKnown): FoundCode[] {
  const whole = cells.flatMap((cell) => findWholeCode(cell, isKnown) ?? [])
  if (whole.length > 0) return whole
  for (const cell of cells) {
    const inside = findCodesInText(cell, isKnown)
    if (inside.length > 0) return inside
  }
  return []
}

/** Returns the only quantity with a unit outside the columns of codes. Null if there are none or several. */
function findQuantityWithUnit(cells: string[], codeColumns: number[]): Quantity | null {
  const withUnit = cells
    .filter((_, column) => !codeColumns.includes(column))
    .map((cell) => readQuantity(cell))
    .filter((quantity) => quantity?.isLabelled)
  return withUnit.length === 1 ? (withUnit[0] ?? null) : null
}

/** Returns whether one of the first four words begins the label of a sum, such as `Total` or `carried forward`. */
function hasTotalLabel(text: string): boolean {
  const words = text.split(' ')
  return words.slice(0, 4).some((_, n) => isTotalLabel(words.slice(n).join(' ')))
}

/** Parses a row as a line of text. */
function parseText(text: string, layout: Layout, isKnown: IsKnown): ParsedPadRow {
  const whole = readQuantity(text) ? undefined : findWholeCode(text, isKnown)
  if (whole)
    return { ...EMPTY_FIELDS, state: 'known', skipReason: null, code: text, keys: whole.keys }
  const line = parseTextLine(text, isKnown)
  // A corrected number without FH may be the amount of a total.
  const hasPartNumber =
    line?.state === 'known' || (line?.state === 'guess' && /FH/i.test(line.code))
  if (!hasPartNumber && hasTotalLabel(text)) return skip('total')
  if (!line) return parseItemWithoutCode(text, layout)
  const quantity = readTextQuantity(line, layout.text)
  return {
    state: line.state,
    skipReason: null,
    code: line.code,
    keys: line.keys,
    quantity: quantity?.value ?? null,
    isQuantityUnclear: Boolean(quantity && (quantity.isUnclear || line.isQuantityUnclear)),
    quantityText: quantity?.value === null && text.length <= PAD_CELL_LENGTH ? text : null,
    name: null,
  }
}

/**
 * Parses a line without a code. Skips it unless the quantities of the list are before the codes or are confirmed by
 * totals.
 */
function parseItemWithoutCode(text: string, { text: textLayout }: Layout): ParsedPadRow {
  if (isProse(text)) return skip('text')
  const words = { before: [], after: toWords(text) }
  const quantity = textLayout.hasTotals
    ? readTextQuantity(words, textLayout)
    : textLayout.position === 'before' && /^\d{1,4} \D+\d/.test(text)
      ? readQuantity(words.after[0] ?? '')
      : null
  if (!quantity?.value || quantity.isUnclear) return skip('text')
  return {
    ...EMPTY_FIELDS,
    state: 'unknown',
    skipReason: null,
    code: text,
    quantity: quantity.value,
  }
}
