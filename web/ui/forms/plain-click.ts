import type { MouseEvent } from 'react'

/** False if a modifier key opens the link in another tab or window, or saves it. */
export function isPlainClick(event: MouseEvent): boolean {
  return !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}
