import { PAD_CELL_LENGTH, PAD_CELLS_MAXIMUM, PAD_ROWS_MAXIMUM } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import {
  PASTE_LENGTH_MAXIMUM,
  type SplitText,
  splitCells,
} from '@freehub/contract/order-pad/split-cells'
import { pluralize } from '../../api/format-count.ts'

/** A text or file that the pad does not read. The message tells the user what to do. */
export class PasteRefusal extends Error {}

/** Rows for one call, what stays in the field, and sentences about what was not read. */
export interface SplitPaste {
  rows: string[][]
  rest: string
  notes: string[]
}

/** Splits a text into at most `maxRows` rows. Throws a PasteRefusal for texts that are no lists. */
export function splitPaste(text: string, maxRows = PAD_ROWS_MAXIMUM): SplitPaste {
  const split = splitCells(text)
  if (split.refusal === 'too_long')
    throw new PasteRefusal(
      `This list is too long: ${formatCount(text.length)} characters. Paste at most ${formatCount(PASTE_LENGTH_MAXIMUM)} at a time.`,
    )
  if (text.includes('\0'))
    throw new PasteRefusal(
      'This is not a text. Paste a list, or choose a CSV, TSV, TXT or XLSX file.',
    )
  if (split.refusal === 'too_many_columns')
    throw new PasteRefusal(
      'This list has too many columns. Copy only the columns with numbers and quantities.',
    )
  const filled = split.rows.filter((row) => row.some(Boolean))
  if (filled.length === 0) throw new PasteRefusal('There are no rows in this list.')
  const rows = filled.slice(0, maxRows)
  const unread = filled.slice(maxRows).map((row) => row.join('\t'))
  const rest = [...unread, text.slice(split.end)].join('\n').trim()
  return { rows, rest, notes: listNotes(rows.length, unread.length + split.unreadLines, split) }
}

function listNotes(read: number, unread: number, { columns, cutRows }: SplitText): string[] {
  const notes: string[] = []
  if (unread > 0)
    notes.push(
      `The first ${read === 1 ? 'row was' : `${formatCount(read)} rows were`} read. ${pluralize(unread, 'more row is', 'more rows are')} still in the field. Press “Add rows” to read ${unread === 1 ? 'it' : 'them'}.`,
    )
  // With fewer columns, only empty ones were left out.
  if (columns?.length === PAD_CELLS_MAXIMUM)
    notes.push(
      `This list has many columns. Only columns ${columns.map((column) => column + 1).join(', ')} were read. If a number or quantity is missing, copy only the columns you need.`,
    )
  if (cutRows > 0)
    notes.push(
      `${pluralize(cutRows, 'row is', 'rows are')} too long. Only the first ${PAD_CELL_LENGTH} characters of a cell were read, and the first ${formatCount(PAD_CELL_LENGTH * PAD_CELLS_MAXIMUM)} of a line.`,
    )
  return notes
}
