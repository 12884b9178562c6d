/** Matches a cell that a spreadsheet would run as a formula, which could send other cells to a server. */
const FORMULA_START = /^[\s\p{Cf}"']*[=+\-@\t\r＝＋－＠]/u

/** Matches a delimiter before a formula, because a spreadsheet may split the cell at it. Runs in linear time. */
const INNER_FORMULA = /([;,\t\r\n])(?=[[\s\p{Cf}"']--[\t\r\n]]*[=+\-@＝＋－＠])/gv
const ESCAPED_INNER_FORMULA = /([;,\t\r\n])'(?=[[\s\p{Cf}"']--[\t\r\n]]*[=+\-@＝＋－＠])/gv

/** Puts an apostrophe before each formula in a cell: at its start, and after delimiters within it. */
export function escapeFormulas(cell: string): string {
  const inside = cell.replace(INNER_FORMULA, "$1'")
  return FORMULA_START.test(inside) ? `'${inside}` : inside
}

/** Reverses `escapeFormulas`. */
export function unescapeFormulas(cell: string): string {
  const inside = cell.startsWith("'") && FORMULA_START.test(cell.slice(1)) ? cell.slice(1) : cell
  return inside.replace(ESCAPED_INNER_FORMULA, '$1')
}
