interface KeyPress
  extends Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> {}

/** True on a Mac. macOS uses Ctrl-K in text fields, so the shortcut there is Cmd-K. */
export const isMac = () => /^Mac/.test(navigator.platform)

/** True for Ctrl-K, or Cmd-K on a Mac. Non-Latin keyboard layouts match by key position. */
export function isPaletteShortcut(keyPress: KeyPress, isOnMac: boolean): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = keyPress
  if (altKey || shiftKey || metaKey !== isOnMac || ctrlKey === isOnMac) return false
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK'
}
