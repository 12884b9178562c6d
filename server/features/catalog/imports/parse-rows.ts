import { PART_COLUMNS, type PartColumn } from '@freehub/contract/catalog/imports'
import { IMPORT_ROWS_MAXIMUM } from '@freehub/contract/limits'
import { formatCount, pluralize } from '@freehub/contract/money'
import { type CsvRow, UnreadableCsvError } from '../../../platform/csv/read-csv-rows.ts'

/** A row of the file with its cells by column. The headings are row 1. */
export interface ParsedRow {
  row: number
  cells: ReadonlyMap<PartColumn, string>
  /** All cells in the sequence of the file, without the errors column. */
  fileCells: string[]
  /** Set if the row has fewer cells than the headings, or more that are not empty. */
  shapeError?: string
}

/** Heading of the reasons in a list of invalid rows. Imports ignore it, so that staff can import a corrected list. */
export const ERRORS_COLUMN = 'errors'

/** Yields the rows of a CSV file in batches, without empty rows. Throws `UnreadableCsvError` for an invalid file. */
export async function* parseRows(csvRows: AsyncIterable<CsvRow>, batchSize: number) {
  let columns: PartColumn[] | undefined
  let errorsIndex = -1
  let rows: ParsedRow[] = []
  let count = 0
  let isEmpty = true
  for await (const csvRow of csvRows) {
    if (!columns)
      errorsIndex = csvRow.cells.findIndex((cell) => cell.trim().toLowerCase() === ERRORS_COLUMN)
    const cells = errorsIndex < 0 ? csvRow.cells : csvRow.cells.toSpliced(errorsIndex, 1)
    if (!columns) {
      columns = parseHeadings(cells)
      continue
    }
    count += 1
    if (count > IMPORT_ROWS_MAXIMUM) throw new UnreadableCsvError(TOO_MANY_ROWS)
    if (cells.every((cell) => cell.trim() === '')) continue
    isEmpty = false
    rows.push(parseRow(csvRow, cells, columns, errorsIndex >= 0))
    if (rows.length < batchSize) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
  if (isEmpty) throw new UnreadableCsvError('The file has no rows below the headings.')
}

const TOO_MANY_ROWS = `The file has more than ${formatCount(IMPORT_ROWS_MAXIMUM)} rows. Split it into smaller files.`

function parseRow(
  csvRow: CsvRow,
  cells: string[],
  columns: PartColumn[],
  hasErrorsColumn: boolean,
): ParsedRow {
  const parsed = {
    row: csvRow.row,
    cells: new Map(columns.map((column, n) => [column, cells[n] ?? ''])),
    fileCells: cells,
  }
  const hasValidShape =
    cells.length >= columns.length && cells.slice(columns.length).every((cell) => !cell)
  if (hasValidShape) return parsed
  const columnCount = columns.length + Number(hasErrorsColumn)
  const shapeError = `This row has ${pluralize(csvRow.cells.length, 'cell', 'cells')}, but the file has ${pluralize(columnCount, 'column', 'columns')}. Put quotation marks around cells that contain the separator or a line break.`
  return { ...parsed, shapeError }
}

/**
 * Parses the headings of a file, ignoring case. Throws `UnreadableCsvError` if there are no headings, or if a heading
 * is unknown or duplicate.
 */
function parseHeadings(cells: string[]): PartColumn[] {
  const headings = cells.map((cell) => cell.trim())
  // Spreadsheets may leave empty columns at the end.
  while (headings.at(-1) === '') headings.pop()
  const columns = headings.map((heading) =>
    PART_COLUMNS.find((column) => column.toLowerCase() === heading.toLowerCase()),
  )
  const unknown = headings.filter((_, n) => !columns[n])
  if (headings.length === 0)
    throw new UnreadableCsvError(`The first row has no headings. ${VALID_HEADINGS}`)
  if (unknown.length > 0) {
    throw new UnreadableCsvError(`Unknown headings: ${formatHeadings(unknown)}. ${VALID_HEADINGS}`)
  }
  const duplicates = columns.filter((column, n) => columns.indexOf(column) < n)
  if (duplicates.length > 0) throw new UnreadableCsvError(`Duplicate heading: ${duplicates[0]}.`)
  return columns as PartColumn[]
}

const VALID_HEADINGS = `Valid headings: ${PART_COLUMNS.join(', ')}.`
const MAX_LISTED_HEADINGS = 10

function formatHeadings(headings: string[]): string {
  const shown = headings
    .slice(0, MAX_LISTED_HEADINGS)
    .map((heading) => heading.slice(0, 40).toWellFormed() || '(empty)')
  return headings.length > MAX_LISTED_HEADINGS ? `${shown.join(', ')} …` : shown.join(', ')
}
