import type { HttpClient } from './http-client.ts'
import { percentile } from './scale/summarize-times.ts'
import type { BenchUser } from './users.ts'

/** 95th percentile of a call, in milliseconds, with the allowed maximum. */
export interface TimedCall {
  name: string
  p95: number
  max: number
}

/**
 * Sends a request as a user and returns the parsed response. Throws for a status of 300 or
 * above.
 */
export async function send<T>(
  client: HttpClient,
  { token }: BenchUser,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const { status, text } = await client.send(method, path, token, body)
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

/** Adds the duration of a task to `times`. */
export async function time(times: number[] = [], task: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await task()
  times.push(performance.now() - startedAt)
}

export function p95(times: number[] = []): number {
  const sorted = times.toSorted((a, b) => a - b)
  return percentile(sorted, 0.95)
}
