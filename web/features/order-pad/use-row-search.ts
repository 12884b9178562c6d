import { ALTERNATIVES_MAXIMUM, PAD_CELL_LENGTH } from '@freehub/contract/limits'
import type { PartMatch } from '@freehub/contract/order-pad/order-pad'
import { useState } from 'react'
import { formatError } from '../../api/call-error.ts'
import { findAlternatives, matchRows } from './pad-calls.ts'
import type { PadLine } from './pad-lines.ts'
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
  const loadAlternatives = (name: string) =>
    run(async () => {
      const { matches, parts } = await findAlternatives(listSearchTexts(line))
      const found = mergeMatches(matches)
      pad.setAlternatives(line.id, found, parts)
      return found.length > 0
        ? `${found.length} alternatives for ${name}. Press Alt and a number to take one.`
        : `No alternatives for ${name}.`
    })

  /** Replaces the number of the row. Returns a message, undefined after an error. */
  const replaceNumber = (text: string) =>
    run(async () => {
      const cells = line.quantity === null ? [text] : [text, String(line.quantity)]
      const { rows, parts } = await matchRows([cells])
      const [row] = rows
      if (!row) return ''
      const { code, quantity, state } = row
      const replaced = { ...row, code: code ?? text, quantity: line.quantity ?? quantity }
      pad.replaceRow(line.id, cells, replaced, parts)
      return state === 'found' ? 'Part found.' : 'The part is not certain. See the row.'
    })

  return { error, isBusy, loadAlternatives, replaceNumber }
}

/** Returns the text of a row as one line. */
export const getRowText = ({ cells }: PadLine): string =>
  cells.filter(Boolean).join(' ').slice(0, PAD_CELL_LENGTH)

/** Returns the number, and the name beside it. */
function listSearchTexts(line: PadLine): string[] {
  const texts = [line.code ?? getRowText(line), line.name ?? '']
  return [...new Set(texts.map((text) => text.slice(0, PAD_CELL_LENGTH)).filter(Boolean))]
}

/** Returns at most five parts, each once. */
function mergeMatches(matches: PartMatch[][]): PartMatch[] {
  const byPart = new Map(matches.flat().map((match) => [match.productId, match]))
  return [...byPart.values()].slice(0, ALTERNATIVES_MAXIMUM)
}
