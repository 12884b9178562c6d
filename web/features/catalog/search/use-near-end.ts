import { type RefObject, useEffect, useEffectEvent } from 'react'

const NEAR_MARGIN = '0px 0px 900px'

/** Calls `onNear` when the element comes within 900 px below the viewport. */
export function useNearEnd(
  element: RefObject<Element | null>,
  isEnabled: boolean,
  onNear: () => void,
) {
  const handleNear = useEffectEvent(onNear)
  useEffect(() => {
    if (!isEnabled || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && handleNear(),
      { rootMargin: NEAR_MARGIN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isEnabled])
}
