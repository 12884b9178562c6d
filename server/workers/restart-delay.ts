const FIRST_MS = 1_000
const MAX_MS = 30_000

/** Returns the delay before a worker is restarted, after this many exits in a row. */
export function restartDelayMs(exits: number): number {
  return exits === 1 ? 0 : Math.min(FIRST_MS * 2 ** (exits - 2), MAX_MS)
}
