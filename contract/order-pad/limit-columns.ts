import { readHeading } from './headings.ts'

const SAMPLE_ROWS = 100

/**
 * Returns the indexes of up to `maximum` columns that most likely have codes, quantities or names, in ascending order.
 * Null if no row has more than `maximum` cells.
 */
export function limitColumns(rows: string[][], maximum: number): number[] | null {
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width <= maximum) return null
  const sample = rows.slice(0, SAMPLE_ROWS)
  return Array.from({ length: width }, (_, column) => ({
    column,
    score: rateColumn(sample.map((row) => row[column] ?? '')),
  }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maximum)
    .map(({ column }) => column)
    .sort((a, b) => a - b)
}

const HEADING_SCORES = { code: 5, quantity: 5, gtin: 4, name: 2, other: -0.5 }

/** Rates how likely a column contains codes, quantities or names, by its heading and its values. */
function rateColumn(cells: string[]): number {
  const filled = cells.filter((cell) => cell !== '')
  const heading = filled.map(readHeading).find((kind) => kind !== null)
  const score = heading ? HEADING_SCORES[heading] : 0
  const values = filled.filter((cell) => readHeading(cell) === null)
  // A column with only a heading ranks last. Empty columns are left out.
  if (values.length === 0) return score > 0 ? 0.01 : 0
  const share = values.length / cells.length
  const variety = new Set(values).size / values.length
  const digits = values.filter((cell) => /\d/.test(cell) && cell.length <= 40).length
  return Math.max(0.02, (score + variety + digits / values.length) * share)
}
