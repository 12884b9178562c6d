import { type MouseEvent, useRef } from 'react'

/** Ignores the second click of a double click if the first click has moved another button below the pointer. */
export function useDoubleClickGuard() {
  const firstButton = useRef<Element>(null)
  return (event: MouseEvent) => {
    const button = (event.target as Element).closest('button')
    if (event.detail < 2) firstButton.current = button
    else if (button !== firstButton.current) event.stopPropagation()
  }
}
