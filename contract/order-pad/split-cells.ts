import { PAD_CELL_LENGTH, PAD_CELLS_MAXIMUM, PAD_ROWS_MAXIMUM } from '../limits.ts'
import { cleanCell } from './codes.ts'
import { limitColumns } from './limit-columns.ts'
import { splitItems } from './split-items.ts'

/** Maximum length of a paste: twice the size of 500 rows of 12 full cells. */
export const PASTE_LENGTH_MAXIMUM = 1_000_000

/** Maximum number of columns of a paste. Order exports of shops have up to 80. */
export const PASTE_COLUMNS_MAXIMUM = 256

/** The rows of a pasted text, within the limits of a request. */
export interface SplitText {
  /**
   * One row for each line, also for an empty line. Line ends inside quotes do not end a row. A line with several items
   * becomes several rows.
   */
  rows: string[][]
  /** The position after the last row. The text after it is unread. */
  end: number
  /** Number of lines after `end`. */
  unreadLines: number
  /** The columns of the text that `rows` contains. Null if a request can contain all columns. */
  columns: number[] | null
  /** Number of rows whose end was cut off, because the request would be too large. */
  cutRows: number
  /** The reason why the text was not read. */
  refusal: 'too_long' | 'too_many_columns' | null
}

type Separator = '\t' | ';' | '|' | ',' | 'gaps' | 'none'

/** Splits pasted text into rows of clean cells. Reads at most `maxRows` rows. */
export function splitCells(text: string, maxRows = PAD_ROWS_MAXIMUM): SplitText {
  const refused = { rows: [], end: 0, unreadLines: 0, columns: null, cutRows: 0 }
  if (text.length > PASTE_LENGTH_MAXIMUM) return { ...refused, refusal: 'too_long' }
  const separator = findSeparator(text)
  const isSplit = separator !== 'gaps' && separator !== 'none'
  const split = splitRows(text, isSplit ? separator : '', maxRows)
  if (!split) return { ...refused, refusal: 'too_many_columns' }
  const { end } = split
  const lines = split.rows.map(([line = '']) => line)
  const raw = separator === 'gaps' ? splitAtGaps(lines) : split.rows
  const items = splitItems(raw, isSplit ? separator : '\t', maxRows)
  const cleaned = items.map((row) => row.map(cleanCell))
  const cells = separator === '|' ? removeBorders(cleaned) : cleaned
  const columns = limitColumns(cells, PAD_CELLS_MAXIMUM)
  const fitted = cells.map((row) => fitRow(columns ? columns.map((n) => row[n] ?? '') : row))
  return {
    rows: fitted.map(({ row }) => row),
    end,
    unreadLines: countLines(text, end),
    columns,
    cutRows: fitted.filter(({ isCut }) => isCut).length,
    refusal: null,
  }
}

/** Number of lines, and of characters, that decide on the separator. */
const SAMPLE_LINES = 60
const SAMPLE_LENGTH = 60_000

/**
 * Tries tab, semicolon, pipe, wide gaps and comma, and returns the first that splits enough lines. At the end, accepts
 * wide gaps in fewer lines.
 */
function findSeparator(text: string): Separator {
  const sample = text.slice(0, SAMPLE_LENGTH)
  /** `minShare`: the minimum share of split lines. `isEven`: most of them must have the same number of cells. */
  const splitsEnough = (separator: string, minShare: number, isEven = false) => {
    const rows = splitRows(sample, separator, SAMPLE_LINES)?.rows
    // A row has too many cells. With this separator, `splitCells` refuses the text, unless the row lists items.
    if (!rows) return !haveItemsInWideLines(sample, separator)
    const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
    const split = filled.filter((row) => row.length > 1)
    if (split.length === 0 || split.length < filled.length * minShare) return false
    return !isEven || highestFrequency(split.map((row) => row.length)) >= split.length * 0.7
  }
  if (splitsEnough('\t', 0.2)) return '\t'
  if (splitsEnough(';', 0.4, true)) return ';'
  if (!DYNAMIC_DATA.test(sample) && splitsEnough('|', 0.4, true)) return '|'
  const lines = sample.split(/\r\n|[\r\n]/, SAMPLE_LINES).filter((line) => line.trim() !== '')
  const gaps = lines.filter((line) => /\S {2,}\S/.test(line)).length
  if (gaps > lines.length * 0.6) return 'gaps'
  if (splitsEnough(',', 0.6, true) && !haveDecimalCommas(lines) && !hasSentenceCommas(sample))
    return ','
  return gaps > 0 && gaps >= lines.length * 0.4 ? 'gaps' : 'none'
}

/** Returns whether all lines with more cells than a table may have columns can be split into items instead. */
function haveItemsInWideLines(sample: string, separator: string): boolean {
  const rows = sample.split(/\r\n|[\r\n]/, SAMPLE_LINES).map((line) => [line])
  return splitItems(rows, separator, PAD_ROWS_MAXIMUM).every(
    ([item = '']) => item.split(separator).length <= PASTE_COLUMNS_MAXIMUM,
  )
}

/** A formula that reads from another program: `=cmd|' /C calc'!A0`. Its `|` is not a separator. */
const DYNAMIC_DATA = /^["' ]{0,3}=\p{L}{1,20}\|/mu

function highestFrequency(values: number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** Returns whether at least half of the lines have commas only in decimals and before spaces: `tube, black 10,00`. */
function haveDecimalCommas(lines: string[]): boolean {
  const decimal = lines.filter((line) => {
    const numbers = line.match(/(?<![^ ])\d[\d.]{0,8},\d{1,3}(?![^ ])/g)
    const sentences = line.match(/, /g)?.length ?? 0
    const commas = line.split(',').length - 1
    return numbers && numbers[0] !== line && numbers.length + sentences === commas
  })
  return decimal.length >= lines.length * 0.5
}

/** Returns whether most commas outside quotes are followed by a space, as in sentences. */
function hasSentenceCommas(sample: string): boolean {
  const rows = splitRows(sample, ',', SAMPLE_LINES)?.rows ?? []
  const cells = rows.flatMap((row) => row.slice(1))
  return cells.filter((cell) => cell.startsWith(' ')).length > cells.length * 0.5
}

/** A quote that is not closed within this length is an ordinary character. */
const QUOTED_LENGTH_MAXIMUM = 4000

/** Splits text at line ends and at the separator, but not inside quotes. Undefined if a row has too many cells. */
function splitRows(
  text: string,
  separator: string,
  maxRows: number,
): { rows: string[][]; end: number } | undefined {
  const rows: string[][] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length && rows.length < maxRows) {
    const row: string[] = []
    let isRowOpen = true
    while (isRowOpen) {
      const quoted = text[at] === '"' ? readQuoted(text, at, separator) : undefined
      const end = quoted?.end ?? findCellEnd(text, at, separator)
      row.push(quoted?.cell ?? text.slice(at, end))
      if (row.length > PASTE_COLUMNS_MAXIMUM) return undefined
      isRowOpen = separator !== '' && text[end] === separator
      at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1)
    }
    rows.push(row)
  }
  return { rows, end: Math.min(at, text.length) }
}

/** Reads a quoted cell with line breaks and doubled quotes. Undefined if no separator follows the closing quote. */
function readQuoted(text: string, start: number, separator: string) {
  const limit = start + QUOTED_LENGTH_MAXIMUM
  let quote = text.indexOf('"', start + 1)
  while (quote !== -1 && quote < limit && text[quote + 1] === '"') {
    quote = text.indexOf('"', quote + 2)
  }
  if (quote === -1 || quote >= limit) return undefined
  const next = text[quote + 1]
  const isEnd = next === undefined || next === '\n' || next === '\r' || next === separator
  if (!isEnd) return undefined
  const cell = text.slice(start + 1, quote)
  // A cell of a spreadsheet contains no tab. These quotes belong to different rows.
  if (separator === '\t' && cell.includes('\t') && cell.includes('\n')) return undefined
  return { cell: cell.replaceAll('""', '"'), end: quote + 1 }
}

/** Returns the position of the next line end or separator. Without either, returns the end of the text. */
function findCellEnd(text: string, start: number, separator: string): number {
  for (let n = start; n < text.length; n++) {
    const character = text[n]
    if (character === '\n' || character === '\r' || character === separator) return n
  }
  return text.length
}

/**
 * Splits lines at the gaps of at least two spaces that all lines have in common. Splits lines that are not aligned at
 * their own gaps.
 */
function splitAtGaps(lines: string[]): string[][] {
  const padded = lines.map((line) => line.replaceAll('\t', '  ').trimEnd())
  const isTable = padded.map((line) => /\S {2,}\S/.test(line))
  const table = padded.filter((_, n) => isTable[n])
  const gutters = findGutters(table)
  const [first = Number.POSITIVE_INFINITY] = gutters
  const aligned = table.filter((line) => isAlignedWith(line, gutters))
  const isAligned = aligned.length >= table.length * 0.5
  return padded.map((line, n) => {
    if (!isTable[n]) return [line]
    return isAligned && line.length > first ? splitAt(line, gutters) : splitAtSpaces(line)
  })
}

/** Returns whether a column starts after each gap of the line, or inside the gap. */
function isAlignedWith(line: string, gutters: number[]): boolean {
  const gaps = [...line.matchAll(/(?<=\S) {2,}(?=\S)/g)]
  return gaps.every(({ 0: gap, index }) =>
    gutters.some((gutter) => index < gutter && gutter <= index + gap.length),
  )
}

const splitAtSpaces = (line: string) => line.trim().split(/ {2,}/)

/** Gaps that all lines have in common are found only in this number of characters. */
const LINE_LENGTH_MAXIMUM = 1000

/**
 * Returns the positions where columns start: after each gap of at least two spaces that all lines share, except an
 * indent.
 */
function findGutters(lines: string[]): number[] {
  const width = Math.min(LINE_LENGTH_MAXIMUM, Math.max(0, ...lines.map((line) => line.length)))
  const gutters: number[] = []
  let run = 0
  for (let n = 0; n < width; n++) {
    const isBlank = lines.every((line) => n >= line.length || line[n] === ' ')
    if (!isBlank && run >= 2 && run < n) gutters.push(n)
    run = isBlank ? run + 1 : 0
  }
  return gutters
}

/** Splits a line at these positions. */
function splitAt(line: string, positions: number[]): string[] {
  return [0, ...positions].map((start, n) => line.slice(start, positions[n] ?? line.length))
}

/** Removes the empty cells that result from the borders of a table: `| a | b |`. */
function removeBorders(rows: string[][]): string[][] {
  const split = rows.filter((row) => row.length > 1)
  const hasBorder = (at: number) =>
    split.filter((row) => row.at(at) === '').length >= split.length * 0.9
  const first = hasBorder(0) ? 1 : 0
  const last = hasBorder(-1) ? -1 : undefined
  return rows.map((row) => (row.length > 2 ? row.slice(first, last) : row))
}

/** Limits number and length of a row's cells for a request. If a row has only one cell, splits it at spaces first. */
function fitRow(row: string[]): { row: string[]; isCut: boolean } {
  const cells = row.length === 1 ? splitLine(row[0] ?? '') : row
  const isCut =
    cells.length > PAD_CELLS_MAXIMUM || cells.some((cell) => cell.length > PAD_CELL_LENGTH)
  return {
    row: cells.slice(0, PAD_CELLS_MAXIMUM).map((cell) => cell.slice(0, PAD_CELL_LENGTH)),
    isCut,
  }
}

/** Splits a line at spaces into cells of at most `PAD_CELL_LENGTH` characters. A longer word stays one cell. */
function splitLine(line: string): string[] {
  if (line.length <= PAD_CELL_LENGTH) return [line]
  const cells = ['']
  for (const word of line.split(' ')) {
    const cell = `${cells.at(-1)} ${word}`.trim()
    if (cell.length <= PAD_CELL_LENGTH) cells[cells.length - 1] = cell
    else cells.push(word)
  }
  return cells
}

function countLines(text: string, start: number): number {
  const lines = text.slice(start).split(/[\r\n]/)
  return lines.filter((line) => line.trim()).length
}
