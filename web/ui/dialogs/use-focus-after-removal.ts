import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/** Calls `focusNext` when the element with the focus is removed, such as a row that a filter hides. */
export function useFocusAfterRemoval(
  removed: RefObject<HTMLElement | null>,
  focusNext: () => void,
): void {
  const onRemoval = useEffectEvent(focusNext)
  useLayoutEffect(() => {
    const element = removed.current
    return () => {
      if (element?.contains(document.activeElement)) onRemoval()
    }
  }, [removed])
}
