import { useEffect, useState } from 'react'

const TICK_MS = 1000

/** How many milliseconds are left until a moment of the shop's clock, told anew each second; never below 0. */
export function useTimeLeft(until: string, aheadMs: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Date.parse(until) - (now + aheadMs))
  const over = left === 0

  useEffect(() => {
    if (over) return
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(ticking)
  }, [over])
  return left
}
