import { useEffect, useState } from 'react'

const TICK_MS = 1000

/** Returns the milliseconds until a server time, updated each second. Never below 0. */
export function useTimeLeft(until: string, clockOffsetMs: number): number {
  const [now, setNow] = useState(Date.now)
  const leftMs = Math.max(0, Date.parse(until) - (now + clockOffsetMs))
  const isExpired = leftMs === 0

  useEffect(() => {
    if (isExpired) return
    const interval = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(interval)
  }, [isExpired])
  return leftMs
}
