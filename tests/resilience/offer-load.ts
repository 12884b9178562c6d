import { setTimeout as wait } from 'node:timers/promises'

/** Number of clients for the calibration. With so few, requests do not queue. */
const CALIBRATION_CLIENTS = 8
const TICK_MS = 10
/**
 * Maximum number of pending requests. It is above the shop's limit of pending requests, and below
 * its limit of connections.
 */
const IN_FLIGHT_MAX = 600
/** Starts no tasks after this multiple of the planned duration. */
const OVERRUN_FACTOR = 3

/** Sends one request. Returns whether the shop accepted the request. */
type Task = () => Promise<boolean>

/** Measures how many requests of a few concurrent clients the shop accepts per second. */
export async function measureCapacity(task: Task, ms: number): Promise<number> {
  const startedAt = performance.now()
  let finished = 0
  await Promise.all(
    Array.from({ length: CALIBRATION_CLIENTS }, async () => {
      while (performance.now() - startedAt < ms) if (await task()) finished += 1
    }),
  )
  return (finished * 1000) / (performance.now() - startedAt)
}

/**
 * Starts `total` tasks evenly over `ms` milliseconds, even if earlier tasks have not ended. Returns
 * how many it started.
 */
export async function offerLoad(task: Task, total: number, ms: number): Promise<number> {
  const startedAt = performance.now()
  const inFlight = new Set<Promise<unknown>>()
  const failures: unknown[] = []
  const elapsedShare = () => (performance.now() - startedAt) / ms
  let started = 0
  while (started < total && elapsedShare() < OVERRUN_FACTOR) {
    const due = Math.min(total, Math.ceil(total * elapsedShare()))
    for (; started < due && inFlight.size < IN_FLIGHT_MAX; started++) {
      const run = task()
        .catch((error) => failures.push(error))
        .finally(() => inFlight.delete(run))
      inFlight.add(run)
    }
    await wait(TICK_MS)
  }
  await Promise.all(inFlight)
  if (failures.length > 0) throw failures[0]
  return started
}
