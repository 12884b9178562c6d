interface Pressed
  extends Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> {}

/** On a Mac, Ctrl-K is the system's own in every text field. */
export const isMac = () => /^Mac/.test(navigator.platform)

/** Whether Ctrl-K was pressed, or Cmd-K on a Mac: by its letter, and by its place where letters are not Latin. */
export function opensPalette(pressed: Pressed, mac: boolean): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = pressed
  if (altKey || shiftKey || (mac ? !metaKey || ctrlKey : !ctrlKey || metaKey)) return false
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK'
}
