const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * By how much the shop's clock is ahead of this machine's, by the `Date` of an answer: a reservation
 * runs out by the shop's. Up to two seconds are the header's own roughness and the way of the answer.
 */
export function clockAheadMs(date: string | null, nowMs: number): number {
  const ahead = Date.parse(date ?? '') - nowMs
  return Math.abs(ahead) > 2 * SECOND ? ahead : 0
}

/** How long something still lasts: `2 days 23 h 41 min`, and in the last hour `41 min 7 s`. */
export function timeLeftInWords(leftMs: number): string {
  const days = Math.floor(leftMs / DAY)
  const hours = Math.floor((leftMs % DAY) / HOUR)
  const minutes = Math.floor((leftMs % HOUR) / MINUTE)
  const seconds = Math.floor((leftMs % MINUTE) / SECOND)
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${hours} h ${minutes} min`
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${seconds} s` : `${seconds} s`
}
