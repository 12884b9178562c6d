const EVERY_MS = 5_000

/**
 * Throttles reports of frequent events. Call the result once for each event. It returns the number of events
 * to report now: 1 for the first, then every five seconds the number since the last report, otherwise 0.
 */
export function createThrottle(everyMs = EVERY_MS): () => number {
  let reportedAt = -Infinity
  let times = 0
  return () => {
    times += 1
    if (performance.now() - reportedAt < everyMs) return 0
    const count = times
    reportedAt = performance.now()
    times = 0
    return count
  }
}
