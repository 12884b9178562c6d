import type { MergedCart } from '@freehub/contract/cart/cart'
import { tryStorage } from '../../../api/storage.ts'

const KEY = 'mergedCart'

/** Saves the result of a merge for the message in this tab, also after a reload. Ignores an empty result. */
export function saveMergeMessage(merged: MergedCart): void {
  if (merged.merged.length + merged.leftOut.length === 0) return
  tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(merged)))
}

export function readMergeMessage(): MergedCart | undefined {
  return tryStorage(() => JSON.parse(sessionStorage.getItem(KEY) as string)) ?? undefined
}

export function clearMergeMessage(): void {
  tryStorage(() => sessionStorage.removeItem(KEY))
}
