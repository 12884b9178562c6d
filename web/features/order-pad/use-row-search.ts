import { useState } from 'react'
import { formatError } from '../../api/call-error.ts'
import { pluralize } from '../../api/format-count.ts'
import { loadAlternatives } from './load-alternatives.ts'
import { matchPadRows } from './pad-calls.ts'
import { listOptions, OPTION_KEYS, type PadLine } from './pad-lines.ts'
import type { PadStore } from './pad-store.ts'

/** Looks up the parts of one row again: similar parts, or those of an edited number. One call at a time. */
export function useRowSearch(pad: PadStore, line: PadLine) {
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function run(read: () => Promise<string>): Promise<string | undefined> {
    if (isBusy) return undefined
    setBusy(true)
    setError('')
    try {
      return await read()
    } catch (cause) {
      setError(formatError(cause))
      return undefined
    } finally {
      setBusy(false)
    }
  }

  /** Returns a message, undefined after an error. */
  const searchAlternatives = (name: string) =>
    run(async () => {
      await loadAlternatives(pad, [line])
      const { line: found = line } = pad.getView(line.id) ?? {}
      const { length } = found.alternatives ?? []
      if (length === 0) return `No alternatives for ${name}.`
      const lastKey = Math.min(listOptions(found).length, OPTION_KEYS)
      const keys = lastKey === 1 ? 'Alt+1' : `Alt+1 to Alt+${lastKey}`
      return `${pluralize(length, 'alternative', 'alternatives')} for ${name}. Press ${keys} to select one.`
    })

  /** Replaces the number of the row. Returns a message, undefined after an error. */
  const replaceNumber = (text: string) =>
    run(async () => {
      const cells = line.quantity === null ? [text] : [text, String(line.quantity)]
      const { rows, parts } = await matchPadRows([cells], pad.client)
      const [row] = rows
      if (!row) return ''
      const { code, quantity } = row
      // A skipped row would have no actions.
      const state = row.state === 'skipped' ? 'unknown' : row.state
      const replaced = { ...row, state, code: code ?? text, quantity: line.quantity ?? quantity }
      pad.replaceRow(line.id, cells, replaced, parts)
      return state === 'found'
        ? 'Part found.'
        : 'The number does not identify one part. The row shows what you can do.'
    })

  return { error, isBusy, searchAlternatives, replaceNumber }
}
