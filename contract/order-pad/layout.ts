import { cleanCell } from './codes.ts'
import { findCodes } from './find-codes.ts'
import { readQuantity } from './quantity.ts'

/** Which columns of pasted rows have which content. Columns count from 0. */
export interface Layout {
  /** Columns with codes, the best first. Empty for free text. */
  codeColumns: number[]
  quantityColumn: number | null
  nameColumn: number | null
  /** The cells of the first heading row. */
  headings: string[] | null
  /** True if more than one column may have the quantities. */
  isQuantityUnclear: boolean
}

/** Why a row has no part: no content, column titles, a sum, or text without a number of a part. */
export type SkipReason = 'empty' | 'heading' | 'total' | 'text'

/** What the parser reads in one row. The server finds the parts of the keys. */
export interface ReadRow {
  /**
   * `known`: the catalogue has the keys. `guess`: the keys are known corrections of a misspelt part number.
   * `unknown`: the code has no known key. `shortened`: a spreadsheet has removed digits of the code.
   */
  state: 'known' | 'guess' | 'unknown' | 'shortened' | 'skipped'
  skipReason: SkipReason | null
  /** The code as written. For unknown rows without a code, the text to search for. */
  code: string | null
  /** Known keys of the code. Keys of different parts require a choice. */
  keys: string[]
  /** Null if the row has none, or none in whole pieces. */
  quantity: number | null
  /** True if the quantity may be another one: other numbers, packs instead of pieces, or `1,5`. */
  isQuantityUnclear: boolean
  name: string | null
}

/** Decides by vote which columns have codes and quantities. `isKnown` answers for the keys of `listKeys`. */
export function findLayout(rows: string[][], isKnown: (key: string) => boolean): Layout {
  const cleaned = rows.map((row) => row.map(cleanCell))
  const width = Math.max(0, ...cleaned.map((row) => row.length))
  const columns = Array.from({ length: width }, (_, column) => ({
    column,
    codes: cleaned.filter((row) => findCodes(row[column] ?? '', isKnown).length > 0).length,
    quantities: cleaned.filter((row) => readQuantity(row[column] ?? '') !== null).length,
  }))
  const codeColumns = columns
    .filter(({ codes }) => codes > 0)
    .sort((a, b) => b.codes - a.codes)
    .map(({ column }) => column)
  const [quantities] = columns
    .filter(({ column, quantities }) => quantities > 0 && !codeColumns.includes(column))
    .sort((a, b) => b.quantities - a.quantities)
  return {
    codeColumns,
    quantityColumn: quantities?.column ?? null,
    nameColumn: null,
    headings: null,
    isQuantityUnclear: false,
  }
}

/** Reads code and quantity of one row. Never throws: a row without a code is skipped, with a reason. */
export function readRow(row: string[], layout: Layout, isKnown: (key: string) => boolean): ReadRow {
  const cells = row.map(cleanCell)
  const empty = { code: null, keys: [], quantity: null, isQuantityUnclear: false, name: null }
  if (cells.every((cell) => cell === '')) {
    return { state: 'skipped', skipReason: 'empty', ...empty }
  }
  const [found] = layout.codeColumns.flatMap((column) => findCodes(cells[column] ?? '', isKnown))
  const quantity = readQuantity(cells[layout.quantityColumn ?? -1] ?? '')
  if (!found) return { state: 'skipped', skipReason: 'text', ...empty }
  return {
    state: 'known',
    skipReason: null,
    code: found.text,
    keys: found.keys,
    quantity: quantity?.value ?? null,
    isQuantityUnclear: layout.isQuantityUnclear,
    name: null,
  }
}
