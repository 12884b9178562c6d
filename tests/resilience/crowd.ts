import { setTimeout as wait } from 'node:timers/promises'

/** So few that nobody waits for long. */
const FEW = 8
const TICK_MS = 10
/** More than a shop has in hand at a time, and fewer than it has connections. */
const UNDER_WAY_MOST = 600
/** How many times longer than planned it may take those who come to come. */
const LATE = 3

/** What somebody comes for. Answers whether he got it. */
type Errand = () => Promise<boolean>

/** How many errands a second are finished when a few people do one after the other. */
export async function finishedPerSecond(errand: Errand, ms: number): Promise<number> {
  const began = performance.now()
  let finished = 0
  await Promise.all(
    Array.from({ length: FEW }, async () => {
      while (performance.now() - began < ms) if (await errand()) finished += 1
    }),
  )
  return (finished * 1000) / (performance.now() - began)
}

/** Begins so many errands, spread over so long, whether the earlier ones are finished or not. Answers how many. */
export async function offer(errand: Errand, total: number, ms: number): Promise<number> {
  const began = performance.now()
  const underWay = new Set<Promise<unknown>>()
  const failures: unknown[] = []
  const passed = () => (performance.now() - began) / ms
  let begun = 0
  while (begun < total && passed() < LATE) {
    const due = Math.min(total, Math.ceil(total * passed()))
    for (; begun < due && underWay.size < UNDER_WAY_MOST; begun++) {
      const one = errand()
        .catch((error) => failures.push(error))
        .finally(() => underWay.delete(one))
      underWay.add(one)
    }
    await wait(TICK_MS)
  }
  await Promise.all(underWay)
  if (failures.length > 0) throw failures[0]
  return begun
}
