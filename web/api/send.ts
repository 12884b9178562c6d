import { CallError, silence } from './call-error.ts'

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>

export interface Sent {
  body?: unknown
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  fetch?: Fetch | undefined
  /** Of what takes longer than calls do: a file, say. */
  timeLimitMs?: number | undefined
}

const TIME_LIMIT_MS = 15_000

/**
 * Sends one request with a JSON body and a time limit. Any answer is an answer; where none comes,
 * a CallError is thrown. A request that its caller gave up rejects with the caller's own reason.
 */
export async function send(method: string, path: string, sent: Sent = {}): Promise<Response> {
  const limit = AbortSignal.timeout(sent.timeLimitMs ?? TIME_LIMIT_MS)
  const headers = new Headers(sent.headers)
  if (sent.body !== undefined) headers.set('Content-Type', 'application/json')
  const init: RequestInit = {
    method,
    headers,
    signal: sent.signal ? AbortSignal.any([sent.signal, limit]) : limit,
  }
  if (sent.body !== undefined) init.body = JSON.stringify(sent.body)
  try {
    return await (sent.fetch ?? fetch)(path, init)
  } catch (cause) {
    if (sent.signal?.aborted) throw cause
    throw new CallError(silence(cause))
  }
}
