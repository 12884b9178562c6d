import { useSyncExternalStore } from 'react'

let open = false
const listeners = new Set<() => void>()

/** Opens the palette or closes it, from wherever one is: what shows it may still be on its way. */
export function setPaletteOpen(wanted: boolean): void {
  open = wanted
  for (const tell of listeners) tell()
}

export function usePaletteOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
