import { collectEarlyKeys, takeEarlyKeys } from './early-keys.ts'

export { followVisits } from './visits.ts'

/** Loads the palette. Until the palette takes it, collects the text that the user types. */
export function loadPalette() {
  collectEarlyKeys()
  const loading = import('./palette.tsx')
  loading.catch(takeEarlyKeys)
  return loading
}
