const EVERY_MS = 5_000

/**
 * For what comes in floods. Each call is one more of it, and answers how many are to be told of now: the
 * first at once, then all since, every five seconds; otherwise 0.
 */
export function seldom(everyMs = EVERY_MS): () => number {
  let toldAt = -Infinity
  let times = 0
  return () => {
    times += 1
    if (performance.now() - toldAt < everyMs) return 0
    const all = times
    toldAt = performance.now()
    times = 0
    return all
  }
}
