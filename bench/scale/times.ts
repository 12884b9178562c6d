/** Summary of times, in milliseconds. */
export interface Times {
  median: number
  p99: number
  count: number
}

/** Returns the median and the 99th percentile, by the nearest-rank method. */
export function summarizeTimes(ms: number[]): Times {
  const sorted = ms.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
  return { median: rounded(at(0.5)), p99: rounded(at(0.99)), count: sorted.length }
}

const rounded = (ms: number) => Math.round(ms * 1000) / 1000
