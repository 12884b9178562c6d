/** Summary of times, in milliseconds. */
export interface Times {
  median: number
  p99: number
  count: number
}

/** Returns the median and the 99th percentile, by the nearest-rank method. */
export function summarizeTimes(ms: number[]): Times {
  const sorted = ms.toSorted((a, b) => a - b)
  return {
    median: round(percentile(sorted, 0.5)),
    p99: round(percentile(sorted, 0.99)),
    count: sorted.length,
  }
}

/** Returns a percentile of sorted times by the nearest-rank method. */
export function percentile(sorted: number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

const round = (ms: number) => Math.round(ms * 1000) / 1000
