import { PART_COLUMNS, type PartColumn } from '@freehub/contract/catalog/imports'
import { CsvUnreadable } from '../../../platform/csv/read-records.ts'

/** The columns that a file's first row names, in whatever letters. Throws CsvUnreadable. */
export function readHeadings(cells: string[]): PartColumn[] {
  const headings = cells.map((cell) => cell.trim())
  // Spreadsheets may leave empty columns at the end.
  while (headings.at(-1) === '') headings.pop()
  const columns = headings.map((heading) =>
    PART_COLUMNS.find((column) => column.toLowerCase() === heading.toLowerCase()),
  )
  const unknown = headings.filter((_, n) => !columns[n])
  if (headings.length === 0) throw new CsvUnreadable(`The first row names no columns. ${KNOWN}`)
  if (unknown.length > 0) {
    throw new CsvUnreadable(`These headings are not known: ${listed(unknown)}. ${KNOWN}`)
  }
  const twice = columns.filter((column, n) => columns.indexOf(column) < n)
  if (twice.length > 0) throw new CsvUnreadable(`This heading is there twice: ${twice[0]}.`)
  return columns as PartColumn[]
}

const KNOWN = `Known are: ${PART_COLUMNS.join(', ')}.`
const LISTED = 10

function listed(headings: string[]): string {
  const some = headings.slice(0, LISTED).map((heading) => heading.slice(0, 40) || '(empty)')
  return headings.length > LISTED ? `${some.join(', ')} …` : some.join(', ')
}
