import { pluralize } from '@freehub/contract/money'
import { useState } from 'react'
import { formatError } from '../../api/call-error.ts'
import { useBusy } from '../../api/use-busy.ts'
import { loadAlternatives } from './load-alternatives.ts'
import { matchPadRows } from './pad-calls.ts'
import type { PadStore } from './pad-store.ts'
import { listOptions, OPTION_KEY_COUNT, type PadRowData } from './row-data.ts'

/** Searches parts for a row again: similar parts, or the parts with an edited number. Runs one call at a time. */
export function useRowSearch(pad: PadStore, row: PadRowData) {
  const [error, setError] = useState('')
  const { isBusy, run } = useBusy()

  const runAndReport = (read: () => Promise<string>) =>
    run(() => {
      setError('')
      return read().catch((cause: unknown) => {
        setError(formatError(cause))
        return undefined
      })
    })

  /** Searches similar parts. Returns a message, or undefined after an error. */
  const searchAlternatives = (name: string) =>
    runAndReport(async () => {
      await loadAlternatives(pad, [row])
      const { row: current = row } = pad.getView(row.id) ?? {}
      const count = current.alternatives?.length ?? 0
      if (count === 0) return `No alternatives for ${name}.`
      const lastKey = Math.min(listOptions(current).length, OPTION_KEY_COUNT)
      const keys = lastKey === 1 ? 'Alt+1' : `Alt+1 to Alt+${lastKey}`
      return `${pluralize(count, 'alternative', 'alternatives')} for ${name}. Press ${keys} to select one.`
    })

  /**
   * Replaces the number of the row. Keeps changes that the user makes during the call. Returns a message, or undefined
   * after an error.
   */
  const replaceNumber = (text: string) =>
    runAndReport(async () => {
      const cells = row.quantity === null ? [text] : [text, String(row.quantity)]
      const { rows, parts } = await matchPadRows([cells], pad.customerEmail)
      const [matched] = rows
      const current = pad.getView(row.id)?.row
      // The user may have removed the row, or selected a part, during the call.
      if (!matched || !current || current.isRemoved || current.productId !== row.productId)
        return ''
      const { code, quantity } = matched
      // A skipped row would have no actions.
      const state = matched.state === 'skipped' ? 'unknown' : matched.state
      const newRow = { ...matched, state, code: code ?? text, quantity: row.quantity ?? quantity }
      const isQuantityEdited = current.quantity !== row.quantity
      const { isQuantityAssumed, isQuantityUnclear } = current
      const edited = { quantity: current.quantity, isQuantityAssumed, isQuantityUnclear }
      pad.replaceRow(row.id, cells, isQuantityEdited ? { ...newRow, ...edited } : newRow, parts)
      return state === 'found'
        ? 'Part found.'
        : 'The number does not identify one part. The row shows what you can do.'
    })

  return { error, isBusy, searchAlternatives, replaceNumber }
}
