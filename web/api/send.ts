import { CallError, toNetworkProblem } from './call-error.ts'

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>

export interface SendOptions {
  body?: unknown
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  fetch?: Fetch | undefined
  /** Replaces the default timeout, for example for a file. */
  timeoutMs?: number | undefined
  /** True: the request completes even if the page is closed. The body has at most 64 KiB. */
  keepalive?: boolean | undefined
}

const TIMEOUT_MS = 15_000

/**
 * Sends one request with a JSON body and a timeout. Resolves for any HTTP status. Throws a CallError
 * if there is no response. If the caller aborts, rejects with the caller's reason.
 */
export async function send(
  method: string,
  path: string,
  options: SendOptions = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const headers = new Headers(options.headers)
  if (options.body !== undefined) headers.set('Content-Type', 'application/json')
  const init: RequestInit = {
    method,
    headers,
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  }
  if (options.keepalive) init.keepalive = true
  if (options.body !== undefined) init.body = JSON.stringify(options.body)
  try {
    return await (options.fetch ?? fetch)(path, init)
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw new CallError(toNetworkProblem(cause))
  }
}
