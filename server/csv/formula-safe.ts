/**
 * What a spreadsheet takes for a formula, though blanks or quotation marks stand before it: a cell that
 * begins with one of these signs could send away what stands beside it.
 */
const FORMULA = /^[\s"']*[=+\-@\t\r＝＋－＠]/

/** A cell as a text that no spreadsheet calculates: an apostrophe leads what begins as a formula. */
export function guarded(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

/** The cell that `guarded` was given. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}
