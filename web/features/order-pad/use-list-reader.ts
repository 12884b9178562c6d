import { PAD_ROWS_MAXIMUM } from '@freehub/contract/limits'
import { pluralize } from '@freehub/contract/money'
import type { MatchedRow } from '@freehub/contract/order-pad/order-pad'
import { useState } from 'react'
import { formatError } from '../../api/call-error.ts'
import { useBusy } from '../../api/use-busy.ts'
import { readListFile } from './files/read-list-file.ts'
import { formatCounts } from './format-row.ts'
import { getRowText } from './load-alternatives.ts'
import { findAlternatives, matchPadRows } from './pad-calls.ts'
import type { PadStore } from './pad-store.ts'
import { joinLines, PasteRefusal, removeFormulas, splitPaste } from './split-paste.ts'

export type ListReader = ReturnType<typeof useListReader>

/**
 * Reads one text or file at a time into rows of the pad, and refuses others meanwhile. Lines beyond the row limit stay
 * in the field.
 */
export function useListReader(
  pad: PadStore,
  announce: (message: string, details?: string) => void,
) {
  const [error, setError] = useState<string>()
  const [notes, setNotes] = useState<string[]>([])
  /** The last file that was read, with the names of its sheets that were not read. */
  const [workbook, setWorkbook] = useState<{ file: File; sheets: string[] }>()
  const { isBusy: isReading, run } = useBusy()

  /** `isInField`: the list stays in the field, so that a refusal needs no message. */
  async function runAndReport(read: () => Promise<string[]>, isInField = false) {
    const hasRun = await run(async () => {
      setError(undefined)
      setNotes([])
      announce('')
      try {
        setNotes(await read())
      } catch (cause) {
        setError(cause instanceof PasteRefusal ? cause.message : formatError(cause))
      }
      return true
    })
    if (!hasRun && !isInField)
      setError(
        'This list was not added, because another list is being read. Add it again afterwards.',
      )
  }

  const countFreeRows = () => PAD_ROWS_MAXIMUM - pad.getSummary().rowCount

  /** `kept`: the earlier text of the field, which stays after the unread lines of a file. */
  async function addRows(
    text: string,
    before: string,
    kept = '',
    unread?: typeof workbook,
  ): Promise<string[]> {
    const maxRows = countFreeRows()
    if (maxRows <= 0) throw new PasteRefusal(PAD_FULL)
    const { rows, rest, notes } = splitPaste(text, maxRows)
    // If the call fails, the text stays in the field. With `kept` lines, the text is of a file, which the user can
    // choose again.
    if (kept === '') pad.setText(text)
    const matched = await matchRows(rows.map(removeFormulas), pad.customerEmail)
    // Undo may have restored rows during the call.
    if (rows.length > countFreeRows()) throw new PasteRefusal(TOO_MANY_ROWS)
    const counts = pad.addRows(rows, matched, { before, rest: joinLines(rest, kept) })
    // Before the announcement, which moves the focus that the removed button of the sheet loses.
    setWorkbook(unread)
    announce(`${pluralize(rows.length, 'row', 'rows')} read.`, `${formatCounts(counts)}.`)
    return notes
  }

  /** Reads a text. `before`: the text that the field gets again if Undo removes the rows. */
  const readText = (text: string, before: string) =>
    runAndReport(() => addRows(text, before), text === before)

  const readFile = (file: File, sheets?: string[]) =>
    runAndReport(async () => {
      // The sheets of the previous file must not stay below an error of this one.
      if (!sheets) setWorkbook(undefined)
      const { text, notes, otherSheets } = await readListFile(file, sheets).catch((cause) => {
        if (!sheets && cause instanceof PasteRefusal)
          setWorkbook({ file, sheets: cause.otherSheets })
        throw cause
      })
      const unread = { file, sheets: otherSheets }
      // If the first sheet has no rows, the user can read another one.
      if (!sheets) setWorkbook(unread)
      const before = pad.getText()
      // After a failed try with this file, the field already has its text.
      return [...notes, ...(await addRows(text, before, before === text ? '' : before, unread))]
    })

  async function readSheet(name: string) {
    if (workbook)
      await readFile(workbook.file, [name, ...workbook.sheets.filter((other) => other !== name)])
  }

  return {
    error: error === PAD_FULL && countFreeRows() > 0 ? undefined : error,
    notes,
    isReading,
    readText,
    readFile,
    unreadSheets: workbook?.sheets ?? [],
    readSheet,
    refuse: (message: string) => void runAndReport(() => Promise.reject(new PasteRefusal(message))),
  }
}

export const TOO_MANY_ROWS = `The rows were not added, because the pad would have more than ${PAD_ROWS_MAXIMUM} rows.`
const PAD_FULL = `The pad is full: it has ${PAD_ROWS_MAXIMUM} rows. Add the found rows to the cart first.`

/** Matches rows. If staff enter a single row without a code, its parts are the search results for its text. */
async function matchRows(rows: string[][], customerEmail: string | undefined) {
  const matched = await matchPadRows(rows, customerEmail)
  const [row] = matched.rows
  const name = row && rows.length === 1 && customerEmail && getSearchedName(row, rows[0] ?? [])
  if (!name) return matched
  const { matches, parts } = await findAlternatives([name], customerEmail)
  const [found = []] = matches
  if (found.length === 0) return matched
  const state = found.length === 1 ? ('guess' as const) : ('choose' as const)
  const choice = { ...row, state, skipReason: null, code: name, matches: found }
  return { ...matched, rows: [choice], parts }
}

/** Returns the text to search for if the row has no code, or an unknown code with spaces. Otherwise undefined. */
function getSearchedName({ state, skipReason, code }: MatchedRow, cells: string[]) {
  if (skipReason === 'text') return getRowText({ cells })
  return state === 'unknown' && code && /\s/.test(code) ? code : undefined
}
