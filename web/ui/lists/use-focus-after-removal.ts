import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/** Calls `focusNext` when the element is removed while it contains the focus, such as a row that a filter hides. */
export function useFocusAfterRemoval(
  ref: RefObject<HTMLElement | null>,
  focusNext: () => void,
): void {
  const onRemoval = useEffectEvent(focusNext)
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (element?.contains(document.activeElement)) onRemoval()
    }
  }, [ref])
}
