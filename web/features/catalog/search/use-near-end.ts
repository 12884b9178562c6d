import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Further than this from the window something is not near. */
const NEAR = '0px 0px 900px'

/** Says when something comes near the window from below, as long as that is of interest. */
export function useNearEnd(
  end: RefObject<Element | null>,
  interesting: boolean,
  onNear: () => void,
) {
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (!interesting || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && near(),
      { rootMargin: NEAR },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [end, interesting])
}
