import type { PartColumn } from '@freehub/contract/catalog/imports'
import { IMPORT_ROWS_MAXIMUM } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import { type CsvRow, CsvUnreadable } from '../../../platform/csv/read-records.ts'
import { readHeadings } from './read-headings.ts'

/** A row of the file: its number there, the heading being 1, and its cells under their headings. */
export interface GivenRow {
  row: number
  cells: ReadonlyMap<PartColumn, string>
  /** Why it is no row of this file, whatever it says. */
  misshapen?: string
}

/**
 * The rows of a list of parts, so many at a time. Those of empty cells are passed over, but count as
 * rows: they are as much work to look at. Throws CsvUnreadable.
 */
export async function* givenRows(
  records: AsyncIterable<CsvRow>,
  atOnce: number,
): AsyncGenerator<GivenRow[]> {
  let columns: PartColumn[] | undefined
  let rows: GivenRow[] = []
  let count = 0
  let isEmpty = true
  for await (const { row, cells } of records) {
    if (!columns) {
      columns = readHeadings(cells)
      continue
    }
    count += 1
    if (count > IMPORT_ROWS_MAXIMUM) throw new CsvUnreadable(TOO_MANY)
    if (cells.every((cell) => cell.trim() === '')) continue
    isEmpty = false
    rows.push(rowOf(row, cells, columns))
    if (rows.length < atOnce) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
  if (isEmpty) throw new CsvUnreadable('There are no rows below the headings.')
}

const TOO_MANY = `There are more than ${formatCount(IMPORT_ROWS_MAXIMUM)} rows. Divide the file.`

function rowOf(row: number, cells: string[], columns: PartColumn[]): GivenRow {
  const given = { row, cells: new Map(columns.map((column, n) => [column, cells[n] ?? ''])) }
  const fits = cells.length >= columns.length && cells.slice(columns.length).every((cell) => !cell)
  if (fits) return given
  const misshapen = `This row has ${cells.length} cells, where ${columns.length} are named above. Put cells with commas or line breaks in quotation marks.`
  return { ...given, misshapen }
}
