const EVERY_MS = 5_000

/** Returns a function that counts an event. It returns the number of events to report now, which is often 0. */
export function createThrottle(): () => number {
  let reportedAt = -Infinity
  let count = 0
  return () => {
    count += 1
    if (performance.now() - reportedAt < EVERY_MS) return 0
    const reported = count
    reportedAt = performance.now()
    count = 0
    return reported
  }
}
