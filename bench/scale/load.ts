import { type Answered, ask, type Question } from './ask.ts'
import { type Times, timesOf } from './times.ts'

export interface Load {
  perSecond: number
  times: Times
}

/**
 * So many ask at once, each the next question as soon as the last is answered, for so many seconds.
 * Throws at the first answer that is not as wanted.
 */
export async function load(
  next: () => Question,
  { atOnce, seconds }: { atOnce: number; seconds: number },
): Promise<Load> {
  const ms: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  await inTurn(atOnce, async () => {
    if (performance.now() >= until) return false
    const question = next()
    const answer = await ask(question)
    if (answer.status >= 300) throw new Error(sayFailed(question, answer))
    ms.push(answer.ms)
    return true
  })
  return { perSecond: (ms.length * 1000) / (performance.now() - began), times: timesOf(ms) }
}

/** So many at once do something again and again, until it answers false. */
export async function inTurn(atOnce: number, once: () => Promise<boolean>): Promise<void> {
  const one = async () => {
    while (await once());
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

export function sayFailed({ method, url }: Question, { status, said }: Answered): string {
  return `${method} ${url}: ${status} ${said}`
}
