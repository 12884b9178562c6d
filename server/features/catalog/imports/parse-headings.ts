import { PART_COLUMNS, type PartColumn } from '@freehub/contract/catalog/imports'
import { CsvUnreadable } from '../../../platform/csv/read-records.ts'

/** Parses the headings of a file, ignoring case. Throws `CsvUnreadable`. */
export function parseHeadings(cells: string[]): PartColumn[] {
  const headings = cells.map((cell) => cell.trim())
  // Spreadsheets may leave empty columns at the end.
  while (headings.at(-1) === '') headings.pop()
  const columns = headings.map((heading) =>
    PART_COLUMNS.find((column) => column.toLowerCase() === heading.toLowerCase()),
  )
  const unknown = headings.filter((_, n) => !columns[n])
  if (headings.length === 0)
    throw new CsvUnreadable(`The first row has no headings. ${VALID_HEADINGS}`)
  if (unknown.length > 0) {
    throw new CsvUnreadable(`Unknown headings: ${formatList(unknown)}. ${VALID_HEADINGS}`)
  }
  const duplicates = columns.filter((column, n) => columns.indexOf(column) < n)
  if (duplicates.length > 0) throw new CsvUnreadable(`Duplicate heading: ${duplicates[0]}.`)
  return columns as PartColumn[]
}

const VALID_HEADINGS = `Valid headings: ${PART_COLUMNS.join(', ')}.`
const MAX_LISTED = 10

function formatList(headings: string[]): string {
  const shown = headings.slice(0, MAX_LISTED).map((heading) => heading.slice(0, 40) || '(empty)')
  return headings.length > MAX_LISTED ? `${shown.join(', ')} …` : shown.join(', ')
}
