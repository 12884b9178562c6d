import { Agent, request } from 'node:http'
import { summarizeTimes, type Times } from './summarize-times.ts'

export interface Load {
  perSecond: number
  times: Times
}

/**
 * Sends requests for some seconds. Each of the concurrent clients sends its next request after the
 * previous response. Throws at the first response with a status of 300 or above.
 */
export async function runLoad(
  next: () => RequestSpec,
  { concurrency, seconds }: { concurrency: number; seconds: number },
): Promise<Load> {
  const ms: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  await runLoops(concurrency, async () => {
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

/** Runs a task repeatedly in concurrent loops. Each loop ends when the task returns false. */
export async function runLoops(concurrency: number, task: () => Promise<boolean>): Promise<void> {
  const loop = async () => {
    while (await task());
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
}

/** Formats a request with the status and the beginning of its unexpected response. */
export function formatFailure(
  { method, url }: RequestSpec,
  { status, excerpt }: TimedResponse,
): string {
  return `${method} ${url}: ${status} ${excerpt}`
}

const agent = new Agent({ keepAlive: true })

export interface RequestSpec {
  method: string
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
}

interface TimedResponse {
  status: number
  /** Time until the last byte of the response. */
  ms: number
  /** The beginning of the body, for error messages. */
  excerpt: string
}

/** Sends a request on a keep-alive connection and times it. Discards the body except for an excerpt. */
export function sendRequest({ method, url, headers, body }: RequestSpec): Promise<TimedResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TimedResponse>()
  const startedAt = performance.now()
  const sent = request(url, { method, headers: { ...headers }, agent }, (response) => {
    let excerpt = ''
    response.on('data', (chunk: Buffer) => {
      if (excerpt.length < 500) excerpt += chunk.toString('latin1', 0, 500)
    })
    response.once('error', reject)
    response.once('end', () => {
      resolve({ status: response.statusCode ?? 0, ms: performance.now() - startedAt, excerpt })
    })
  })
  sent.once('error', reject)
  sent.end(body)
  return promise
}
