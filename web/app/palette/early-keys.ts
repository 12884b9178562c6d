let typed = ''
let hasEntered = false

/** Collects typed text from now on, until Enter. Shortcuts of the screen, such as shipping, do not get it. */
export function collectEarlyKeys(): void {
  addEventListener('keydown', collectKey, true)
}

/** Returns the text typed so far, and whether Enter ended it. From now on, keys reach the focused field. */
export function takeEarlyKeys(): { text: string; hasEntered: boolean } {
  removeEventListener('keydown', collectKey, true)
  const taken = { text: typed, hasEntered }
  typed = ''
  hasEntered = false
  return taken
}

function collectKey(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  if (key.length > 1 && key !== 'Backspace' && key !== 'Enter') return
  event.preventDefault()
  event.stopPropagation()
  if (hasEntered) return
  if (key === 'Enter') hasEntered = typed !== ''
  else typed = key === 'Backspace' ? typed.slice(0, -1) : typed + key
}
