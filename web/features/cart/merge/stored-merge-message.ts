import type { MergedCart } from '@freehub/contract/cart/cart'
import { clearDraft, readDraft, saveDraft } from '../../../ui/forms/form-draft.ts'

const KEY = 'mergedCart'
const EMPTY: MergedCart = { merged: [], leftOut: [], unmergedIds: [] }

// `leftOut` also contains the parts of `unmergedIds`.
const isEmpty = ({ merged, leftOut }: MergedCart) => merged.length + leftOut.length === 0

/**
 * Saves the result of a merge for the user's message in this tab, also after a reload. A sign-out removes it, like the
 * drafts of forms. Ignores an empty result.
 */
export function saveMergeMessage(email: string, merged: MergedCart): void {
  if (!isEmpty(merged)) saveDraft(email, KEY, merged)
}

/** Returns the result of the user's last merge, or undefined if there is no message to show. */
export function readMergeMessage(email: string): MergedCart | undefined {
  const merged = readDraft(email, KEY, EMPTY)
  return isEmpty(merged) ? undefined : merged
}

/** Removes the user's message. */
export function clearMergeMessage(email: string): void {
  clearDraft(email, KEY)
}
