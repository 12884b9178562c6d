import { PAD_CELL_LENGTH, PAD_CELLS_MAXIMUM, PAD_ROWS_MAXIMUM } from '@freehub/contract/limits'
import { formatCount, pluralize } from '@freehub/contract/money'
import { hasHeadings } from '@freehub/contract/order-pad/headings'
import {
  PASTE_LENGTH_MAXIMUM,
  type SplitText,
  splitCells,
} from '@freehub/contract/order-pad/split-cells'

/** The error for a text or file that the pad cannot read. Its message states what the user can do. */
export class PasteRefusal extends Error {
  /** The names of the file's other visible sheets. */
  otherSheets: string[]

  constructor(message: string, otherSheets: string[] = []) {
    super(message)
    this.otherSheets = otherSheets
  }
}

/** The rows for one call, the text that stays in the field, and sentences about text that was not read. */
export interface SplitPaste {
  rows: string[][]
  rest: string
  notes: string[]
}

/** Splits a text into at most `maxRows` rows. Throws a PasteRefusal if it is too large or not a readable list. */
export function splitPaste(text: string, maxRows = PAD_ROWS_MAXIMUM): SplitPaste {
  const list = unquoteCell(text).replace(LEADING_BLANK_LINES, '')
  const split = splitCells(list, maxRows)
  if (split.refusal === 'too_long')
    throw new PasteRefusal(
      `This list is too long: ${formatCount(text.length)} characters. Paste at most ${formatCount(PASTE_LENGTH_MAXIMUM)} at a time.`,
    )
  if (isBinary(text))
    throw new PasteRefusal(
      'This is not a text. Paste a list, or choose a CSV, TSV, TXT or XLSX file.',
    )
  if (split.refusal === 'too_many_columns')
    throw new PasteRefusal(
      'This list has too many columns. Copy only the columns with numbers and quantities.',
    )
  const rows = split.rows.filter((row) => row.some(Boolean))
  if (rows.length === 0) throw new PasteRefusal('There are no rows in this list.')
  const formulaRows = rows.filter((row) => row.some(isFormula))
  if (formulaRows.filter(hasOnlyFormulas).length > rows.length / 2)
    throw new PasteRefusal(
      'This list has formulas instead of their values. In your spreadsheet, turn off “Show Formulas”, copy the cells again and paste them.',
    )
  const unread = list.slice(split.end).replace(LEADING_BLANK_LINES, '').trimEnd()
  const firstRow = split.rows.findIndex((row) => row.some(Boolean))
  const headings =
    unread && hasHeadings(rows[0] ?? []) ? list.slice(0, splitCells(list, firstRow + 1).end) : ''
  const rest = headings + unread
  const notes = listNotes(rows.length, rows.length === maxRows, split)
  if (formulaRows.length > 0)
    notes.push(
      `${pluralize(formulaRows.length, 'row has', 'rows have')} a formula without its value. The formulas were not read.`,
    )
  return { rows, rest, notes }
}

/** Joins two texts, so that the second begins a new line. */
export function joinLines(first: string, second: string): string {
  const isSeparate =
    first === '' || second === '' || /[\r\n]$/.test(first) || /^[\r\n]/.test(second)
  return first + (isSeparate ? '' : '\n') + second
}

const LEADING_BLANK_LINES = /^(?:[\t ]*[\r\n])+/

/** Returns the content of a single quoted cell, or any other text unchanged. Spreadsheets quote cells with line breaks. */
function unquoteCell(text: string): string {
  const trimmed = text.trimEnd()
  const cell = trimmed.slice(1, -1).replaceAll('""', '\0')
  const isQuoted = trimmed.startsWith('"') && trimmed.endsWith('"') && /[\r\n]/.test(cell)
  return isQuoted && !cell.includes('"') ? cell.replaceAll('\0', '"') : text
}

/** True if the text contains NUL, or more than a tenth of its start are control characters. */
function isBinary(text: string): boolean {
  const start = text.slice(0, SAMPLE_LENGTH)
  return text.includes('\0') || (start.match(CONTROL_CHARACTERS)?.length ?? 0) > start.length * 0.1
}

const SAMPLE_LENGTH = 10_000
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that no list has
const CONTROL_CHARACTERS = /[\x01-\x08\x0e-\x1f\x7f]/g

/** Matches `=SUM(A1:A9)`, `=B2`, `=5*20`, `=cmd|...`, but not a text: `="00123"`. */
const FORMULA =
  /^= ?(?!=|"(?:[^"]|"")*"$)(?:.*(?:[\p{L}\d_.]\(|[|^*&]|[!$]\$?[A-Z]{1,3}\$?\d)|[+-]?[A-Z]{1,3}\d{1,5}(?:[-+/:,;<>=%]|$)|[+-]?\d[\d.]*[-+/]\d)/iu

/** Returns whether a cell is a formula without its value. */
export function isFormula(cell: string): boolean {
  return FORMULA.test(cell)
}

/** Empties formulas. A separator within brackets may have split a formula into several cells. */
export function removeFormulas(row: string[]): string[] {
  let openBrackets = 0
  return row.map((cell) => {
    if (openBrackets <= 0 && !isFormula(cell)) return cell
    openBrackets += cell.split('(').length - cell.split(')').length
    return ''
  })
}

const hasOnlyFormulas = (row: string[]) =>
  !removeFormulas(row).some((cell) => /[\p{L}\p{N}]/u.test(cell))

function listNotes(
  read: number,
  isPadFull: boolean,
  { columns, cutRows, unreadLines: unread }: SplitText,
): string[] {
  const notes: string[] = []
  if (unread > 0) {
    const advice = isPadFull
      ? 'Add the found rows to the cart, then press “Add Rows”.'
      : `Press “Add Rows” to read ${unread === 1 ? 'it' : 'them'}.`
    notes.push(
      `The first ${read === 1 ? 'row was' : `${formatCount(read)} rows were`} read. ${pluralize(unread, 'more row is', 'more rows are')} still in the field. ${advice}`,
    )
  }
  // With fewer columns, `limitColumns` left out only empty ones.
  if (columns?.length === PAD_CELLS_MAXIMUM)
    notes.push(
      `This list has many columns. Only columns ${columns.map((column) => column + 1).join(', ')} were read. If a number or quantity is missing, copy only the columns you need.`,
    )
  if (cutRows > 0)
    notes.push(
      `${pluralize(cutRows, 'row is', 'rows are')} too long. Only the first ${PAD_CELL_LENGTH} characters of a cell were read, and the first ${formatCount(PAD_CELL_LENGTH * PAD_CELLS_MAXIMUM)} of a line.`,
    )
  return notes
}
