let typed = ''

/** Collects typed text from now on. Shortcuts of the screen, such as shipping, do not get it. */
export function collectEarlyKeys(): void {
  addEventListener('keydown', collectKey, true)
}

/** Returns the text typed so far. From now on, keys reach the focused field. */
export function takeEarlyKeys(): string {
  removeEventListener('keydown', collectKey, true)
  const text = typed
  typed = ''
  return text
}

function collectKey(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || (key.length > 1 && key !== 'Backspace')) return
  event.preventDefault()
  event.stopPropagation()
  typed = key === 'Backspace' ? typed.slice(0, -1) : typed + key
}
