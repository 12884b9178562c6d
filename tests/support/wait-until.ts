import { setTimeout as wait } from 'node:timers/promises'

const DEFAULT_TIMEOUT_MS = 90_000
/**
 * First interval between checks. The interval grows during a long wait, because checks cost CPU
 * time.
 */
const FIRST_INTERVAL_MS = 20
const MAX_INTERVAL_MS = 200
const INTERVAL_GROWTH = 1.2

type Truthy<T> = Exclude<T, false | null | undefined | 0 | ''>

/** Calls `check` until its result is truthy, and returns it. Throws after `timeoutMs` milliseconds. */
export async function waitUntil<T>(
  condition: string,
  check: () => Promise<T> | T,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<Truthy<T>> {
  const deadline = Date.now() + timeoutMs
  for (let interval = FIRST_INTERVAL_MS; ; interval *= INTERVAL_GROWTH) {
    const result = await check()
    if (result) return result as Truthy<T>
    if (Date.now() > deadline) throw new Error(`Timed out waiting until ${condition}.`)
    await wait(Math.min(interval, MAX_INTERVAL_MS))
  }
}
