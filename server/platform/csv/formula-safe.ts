/**
 * What a spreadsheet takes for a formula, though blanks, signs that nobody sees or quotation marks stand
 * before it: a cell that begins with one of these signs could send away what stands beside it.
 */
const FORMULA = /^[\s\p{Cf}"']*[=+\-@\t\r＝＋－＠]/u

/**
 * The same within a cell, where one begins for a spreadsheet that divides by semicolons or tabs, or takes
 * line breaks for ends of rows. No blank here is itself such a sign: a cell is looked through once.
 */
const DIVIDED = /([;,\t\r\n])(?=[[\s\p{Cf}"']--[\t\r\n]]*[=+\-@＝＋－＠])/gv
const DIVIDED_GUARDED = /([;,\t\r\n])'(?=[[\s\p{Cf}"']--[\t\r\n]]*[=+\-@＝＋－＠])/gv

/** A cell as a text that no spreadsheet calculates: an apostrophe leads what begins as a formula. */
export function guarded(cell: string): string {
  const inside = cell.replace(DIVIDED, "$1'")
  return FORMULA.test(inside) ? `'${inside}` : inside
}

/** The cell that `guarded` was given. */
export function unguarded(cell: string): string {
  const inside = cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
  return inside.replace(DIVIDED_GUARDED, '$1')
}
