import { PAD_ROWS_MAXIMUM } from '@freehub/contract/limits'
import { useEffect, useState } from 'react'
import { readDraft, saveDraft } from '../../ui/forms/form-draft.ts'
import { matchPadRows } from './pad-calls.ts'
import { createPadStore, EMPTY_PAD, type PadDraft, type PadStore } from './pad-store.ts'

const DRAFT_NAME = 'orderPad'
const SAVE_DELAY_MS = 300

/**
 * Returns the user's pad in this tab. Each tab has its own pad, which survives a reload until the
 * user signs out. Staff have a separate pad for each customer.
 */
export function usePad(email: string, customerEmail?: string): PadStore {
  const draftName = customerEmail ? `${DRAFT_NAME}:${customerEmail}` : DRAFT_NAME
  const [pad] = useState(() => createPadStore(readPad(email, draftName), customerEmail))
  useEffect(() => saveChanges(pad, email, draftName), [pad, email, draftName])
  // Without a connection the stored prices stay. The cart computes the current prices.
  useEffect(() => void refreshPrices(pad).catch(() => {}), [pad])
  return pad
}

/** Reads the pad that the tab has stored. Returns an empty pad if the stored data are not usable. */
function readPad(email: string, draftName: string): PadDraft {
  const draft = readDraft(email, draftName, EMPTY_PAD)
  const isUsable = Array.isArray(draft.rows) && Array.isArray(draft.parts)
  return isUsable ? draft : EMPTY_PAD
}

/**
 * Stores the pad `SAVE_DELAY_MS` after a change, and when the page is left. Returns the cleanup, which also stores it.
 */
function saveChanges(pad: PadStore, email: string, draftName: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    saveDraft(email, draftName, pad.getDraft())
  }
  const unsubscribe = pad.subscribe(() => {
    timer ??= setTimeout(save, SAVE_DELAY_MS)
  })
  const saveIfPending = () => timer !== undefined && save()
  addEventListener('pagehide', saveIfPending)
  return () => {
    unsubscribe()
    removeEventListener('pagehide', saveIfPending)
    saveIfPending()
  }
}

/**
 * Rereads prices and stock of the first PAD_ROWS_MAXIMUM parts that have a part number. Marks a part as no longer sold
 * if its number is unknown or belongs to a replaced part. Parts that are not reread keep their prices.
 */
export async function refreshPrices(pad: PadStore): Promise<void> {
  const numberedParts = pad
    .getDraft()
    .parts.filter(({ sku }) => sku !== null)
    .slice(0, PAD_ROWS_MAXIMUM)
  if (numberedParts.length === 0) return
  const { rows, parts } = await matchPadRows(
    numberedParts.map(({ sku }) => [sku as string]),
    pad.customerEmail,
  )
  const goneParts = numberedParts.filter((_, index) => {
    const { state, matches = [] } = rows[index] ?? {}
    return state === 'unknown' || matches.some(({ replaces }) => replaces !== null)
  })
  pad.refreshParts(goneParts, parts)
}
