import type { KeyboardEvent } from 'react'

/** Hears the Enter key, unless it only ends a word of a script that is written by composing. */
export function onEnter(heard: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) heard()
  }
}
