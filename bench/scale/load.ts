import { type RequestSpec, sendRequest, type TimedResponse } from './send-request.ts'
import { summarizeTimes, type Times } from './times.ts'

export interface Load {
  perSecond: number
  times: Times
}

/**
 * Sends requests for some seconds from concurrent clients, each the next one after its last response. Throws at
 * the first response with a status of 300 or above.
 */
export async function runLoad(
  next: () => RequestSpec,
  { concurrency, seconds }: { concurrency: number; seconds: number },
): Promise<Load> {
  const ms: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  await runConcurrently(concurrency, async () => {
    if (performance.now() >= until) return false
    const request = next()
    const response = await sendRequest(request)
    if (response.status >= 300) throw new Error(formatFailure(request, response))
    ms.push(response.ms)
    return true
  })
  return {
    perSecond: (ms.length * 1000) / (performance.now() - startedAt),
    times: summarizeTimes(ms),
  }
}

/** Runs a task in concurrent loops, each until the task returns false. */
export async function runConcurrently(
  concurrency: number,
  task: () => Promise<boolean>,
): Promise<void> {
  const loop = async () => {
    while (await task());
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
}

export function formatFailure(
  { method, url }: RequestSpec,
  { status, excerpt }: TimedResponse,
): string {
  return `${method} ${url}: ${status} ${excerpt}`
}
