import { setTimeout as wait } from 'node:timers/promises'

const PATIENCE_MS = 30_000

type Truthy<T> = Exclude<T, false | null | undefined | 0 | ''>

/** Asks again and again until the answer is a true one, and answers it; in the end it throws. */
export async function waitUntil<T>(
  what: string,
  ask: () => Promise<T> | T,
  patienceMs = PATIENCE_MS,
): Promise<Truthy<T>> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer as Truthy<T>
    if (Date.now() > deadline) throw new Error(`It never came about: ${what}.`)
    await wait(20)
  }
}
