import type { KeyboardEvent } from 'react'

/** Returns a handler for the Enter key. Ignores an Enter that completes an IME composition. */
export function onEnter(handler: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) handler()
  }
}
