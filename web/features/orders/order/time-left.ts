import { useEffect, useState } from 'react'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Returns server time minus local time, from the `Date` header of a response. Reservations expire
 * by server time. Offsets of up to two seconds count as 0, because the header has whole seconds and
 * arrives late.
 */
export function readClockOffsetMs(date: string | null, nowMs: number): number {
  const offset = Date.parse(date ?? '') - nowMs
  return Math.abs(offset) > 2 * SECOND ? offset : 0
}

/** Formats a duration: `2 days 23 h 41 min`, or `41 min 7 s` in the last hour. */
export function formatTimeLeft(leftMs: number): string {
  const days = Math.floor(leftMs / DAY)
  const hours = Math.floor((leftMs % DAY) / HOUR)
  const minutes = Math.floor((leftMs % HOUR) / MINUTE)
  const seconds = Math.floor((leftMs % MINUTE) / SECOND)
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${hours} h ${minutes} min`
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${seconds} s` : `${seconds} s`
}

const TICK_MS = 1000

/** Returns the milliseconds until a server time, updated each second. Returns 0 if the time has passed or is null. */
export function useTimeLeft(until: string | null, clockOffsetMs: number): number {
  const [now, setNow] = useState(Date.now)
  const leftMs = until ? Math.max(0, Date.parse(until) - (now + clockOffsetMs)) : 0
  const isExpired = leftMs === 0

  useEffect(() => {
    if (isExpired) return
    const interval = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(interval)
  }, [isExpired])
  return leftMs
}
