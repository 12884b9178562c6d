const FIRST_MS = 1_000
const MOST_MS = 30_000

/** How long to wait before a worker is started again that has died so often in a row. */
export function pauseAfter(deaths: number): number {
  return deaths === 1 ? 0 : Math.min(FIRST_MS * 2 ** (deaths - 2), MOST_MS)
}
