import type { MouseEvent } from 'react'

/** False where a link is to be opened elsewhere: in another tab, another window, or saved. */
export function isPlainPress(event: MouseEvent): boolean {
  return !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}
