import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** Opens or closes the palette. Works before its code has loaded. */
export function setPaletteOpen(nextIsOpen: boolean): void {
  isOpen = nextIsOpen
  for (const notify of listeners) notify()
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
