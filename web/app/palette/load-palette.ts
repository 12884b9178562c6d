import { collectEarlyKeys, takeEarlyKeys } from './early-keys.ts'

export { followVisits } from './visits.ts'

/** Loads the palette, and collects the text that the user types meanwhile. */
export function loadPalette() {
  collectEarlyKeys()
  const loading = import('./palette.tsx')
  loading.catch(takeEarlyKeys)
  return loading
}
