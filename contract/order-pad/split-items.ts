import { isPartNumber, toCodeKey } from './codes.ts'
import { parseTextLine } from './text-line.ts'
import { NO_TEXT_POSITION, readTextQuantity } from './text-quantity.ts'

/**
 * Splits rows that list several items, such as `2x FH-13132-7, 3x FH-10110-7`, into one row for each item. If the
 * result has more than `maxRows` rows, joins the cells of such a row instead, so that the user can choose an item.
 */
export function splitItems(rows: string[][], separator: string, maxRows: number): string[][] {
  const split = rows.map(
    (row) => findItems(row.join(separator), row)?.map((item) => [item]) ?? [row],
  )
  const all = split.flat()
  if (all.length <= maxRows) return all
  return rows.map((row, n) => (split[n]?.length === 1 ? row : [row.join(separator)]))
}

/**
 * Returns the items of a line if at least two have a part number and a quantity, or if all have a part number or all
 * have a quantity such as `2x`. A cell that is only a part number is a column, unless another cell has a part number
 * and a quantity.
 */
function findItems(line: string, cells: string[]): string[] | undefined {
  const items: string[] = []
  for (const part of line.split(ITEM_SEPARATOR).filter((text) => text.trim() !== '')) {
    // A part without digits, such as a colour, belongs to the item before it, or to the first item.
    const isItem = items.length === 0 || (/\d/.test(part) && /\d/.test(items.at(-1) ?? ''))
    if (isItem) items.push(part)
    else items[items.length - 1] += `, ${part}`
  }
  if (items.length < 2) return undefined
  const ordered = items.filter(hasPartAndQuantity).length
  const hasColumns = ordered === 0 && cells.some((cell) => /^FH\d+$/.test(toCodeKey(cell)))
  const haveParts = !hasColumns && items.every((item) => PART_NUMBER.test(item))
  return ordered > 1 || haveParts || items.every((item) => QUANTITY_WITH_CODE.test(item))
    ? items
    : undefined
}

/** A word with letters and digits, which may be another maker's code. */
const CODE = /(?=\S{0,40}[a-z])(?=\S{0,40}\d)\S{1,40}/

/** For example `2x RT-160` or `RT-160 x 2`. */
const QUANTITY_WITH_CODE = new RegExp(
  `^\\s*\\d+ ?[x×] +${CODE.source}|${CODE.source} +[x×] ?\\d+\\s*$`,
  'i',
)

/** One of the shop's part numbers, also a misspelt one. */
const PART_NUMBER = /FH\W?(?:\d{5}\W\d\b|\d{2}[\d-]*)/i

/** A comma between digits is a separator only after a part number. Otherwise it is part of a number: `1,250`. */
const ITEM_SEPARATOR = new RegExp(
  `[;|\\t+&]|(?<!\\d),|,(?!\\d)|,(?<=${PART_NUMBER.source},)| and | und | et | e `,
  'i',
)

/** Only the start of a longer item is parsed, because parsing is slow. */
const PARSED_LENGTH_MAXIMUM = 4000

/** Returns whether a text has a valid part number, also without FH, and a clear quantity. */
function hasPartAndQuantity(text: string): boolean {
  // Parsing each cell of a table would be slow.
  const start = text.slice(0, PARSED_LENGTH_MAXIMUM)
  const line = /\d{5}\W?\d/.test(start) ? parseTextLine(start, isPartNumber) : null
  const quantity = line?.state === 'known' && readTextQuantity(line, NO_TEXT_POSITION)
  return Boolean(quantity && !quantity.isUnclear)
}
