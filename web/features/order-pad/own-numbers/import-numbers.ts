import { OWN_NUMBERS_MAXIMUM, PAD_ROWS_MAXIMUM } from '@freehub/contract/limits'
import { formatCount } from '@freehub/contract/money'
import { hasLostDigits, MAX_CODE_LENGTH, toCodeKey } from '@freehub/contract/order-pad/codes'
import { readHeading } from '@freehub/contract/order-pad/headings'
import { CallError } from '../../../api/call-error.ts'
import type { ListText } from '../files/read-workbook.ts'
import { getPart, PartNumberError } from '../find-part-by-number.ts'
import { matchPadRows } from '../pad-calls.ts'
import { PasteRefusal, splitPaste } from '../split-paste.ts'
import { putOwnNumber } from './own-numbers-queries.ts'

/** The progress and the result of an import. */
export interface NumberImport {
  /** Number of rows in the file, without headings. */
  count: number
  savedCount: number
  refused: RefusedNumber[]
  /** Sentences about sheets, rows and columns that were not read. */
  notes: string[]
}

interface RefusedNumber {
  /** The position among the rows that are not empty, from 1. A row of headings counts. */
  row: number
  code: string
  reason: string
}

interface NumberRow {
  row: number
  code: string
  partNumber: string
}

/** Empty lines also count, such as those at the end of an exported sheet. */
const LINES_MAXIMUM = 10 * OWN_NUMBERS_MAXIMUM

/** Refusals of a single number. Other failures end the import. */
const NUMBER_REFUSALS = ['own_number_used', 'part_missing', 'input_invalid']

/**
 * Saves the own numbers of a list. Its first column has the customer's numbers, its second column ours, as in the
 * export. `report` receives the progress after each row. Throws the error of a call that prevents further rows.
 */
export async function importNumbers(
  list: ListText,
  report: (progress: NumberImport) => void,
): Promise<void> {
  const { rows, notes } = readNumberRows(list)
  let progress: NumberImport = { count: rows.length, savedCount: 0, refused: [], notes }
  report(progress)
  for (let start = 0; start < rows.length; start += PAD_ROWS_MAXIMUM) {
    const batch = rows.slice(start, start + PAD_ROWS_MAXIMUM)
    const matched = await matchPadRows(batch.map(({ partNumber }) => [partNumber]))
    for (const [index, { row, code, partNumber }] of batch.entries()) {
      const reason = await saveNumber(code, () => getPart(matched, index).productId)
      // Headings can have any wording.
      const isHeading = row === 1 && !/\d/.test(code + partNumber)
      if (!reason) progress = { ...progress, savedCount: progress.savedCount + 1 }
      else if (isHeading) progress = { ...progress, count: progress.count - 1 }
      else progress = { ...progress, refused: [...progress.refused, { row, code, reason }] }
      report(progress)
    }
  }
}

/** Reads the rows of a list without its headings. Throws a PasteRefusal for an unreadable or too long list. */
function readNumberRows({ text, notes }: ListText): { rows: NumberRow[]; notes: string[] } {
  const { rows, rest, notes: splitNotes } = splitPaste(text, LINES_MAXIMUM)
  const headingCount = readHeading(rows[0]?.[1] ?? '') === 'code' ? 1 : 0
  const list = rows.slice(headingCount)
  if (list.length > OWN_NUMBERS_MAXIMUM || rest !== '')
    throw new PasteRefusal(
      `This list is too long. Import at most ${formatCount(OWN_NUMBERS_MAXIMUM)} numbers.`,
    )
  const numbers = list.map(([code = '', partNumber = ''], index) => ({
    row: headingCount + index + 1,
    code,
    partNumber,
  }))
  if (!numbers.some(({ code, partNumber }) => code && partNumber))
    throw new PasteRefusal(
      'This list needs two columns: your numbers and our part numbers. The export has the same format.',
    )
  return { rows: numbers, notes: [...notes, ...splitNotes] }
}

/** Saves a number. Returns the reason if the number was refused. */
async function saveNumber(code: string, findProductId: () => string): Promise<string | undefined> {
  if (toCodeKey(code) === '') return 'Your number is missing.'
  if (code.length > MAX_CODE_LENGTH) return `A number has at most ${MAX_CODE_LENGTH} characters.`
  if (hasLostDigits(code)) return 'A spreadsheet has rounded this number.'
  try {
    await putOwnNumber({ code, productId: findProductId() })
    return undefined
  } catch (error) {
    const isRefused = error instanceof CallError && NUMBER_REFUSALS.includes(error.problem.code)
    if (isRefused || error instanceof PartNumberError) return error.message
    throw error
  }
}
