import type { KeyboardEvent } from 'react'

/**
 * Returns a handler for the Enter key. Ignores an Enter that completes an IME composition, and a held key, which may have
 * opened the dialog of the field.
 */
export function onEnter(handler: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.repeat && !event.nativeEvent.isComposing) handler()
  }
}
