import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/** Hands the focus on when what has it goes from the page, such as a row that a filter no longer shows. */
export function useFocusHeir(going: RefObject<HTMLElement | null>, handOn: () => void): void {
  const hand = useEffectEvent(handOn)
  useLayoutEffect(() => {
    const element = going.current
    return () => {
      if (element?.contains(document.activeElement)) hand()
    }
  }, [going])
}
