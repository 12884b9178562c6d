import { readAccessToken } from './access/access-token.ts'
import { renewToken } from './access/renew-token.ts'
import { CallError, readProblem, toNetworkProblem } from './call-error.ts'
import { type SendOptions, send } from './send.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface CallOptions extends SendOptions {
  /** Sends no token. The specification calls this a plain call. */
  withoutToken?: boolean
}

/** Makes a call to the server and returns the parsed body. Throws a CallError if the call fails. */
export async function call<T>(method: Method, path: string, options?: CallOptions): Promise<T> {
  return (await callWithHeaders<T>(method, path, options)).body
}

/** Makes a call like `call`, and also returns the headers of the response. */
export async function callWithHeaders<T>(
  method: Method,
  path: string,
  options?: CallOptions,
): Promise<{ body: T; headers: Headers }> {
  const response = await callForResponse(method, path, options)
  const { status, headers } = response
  try {
    return { body: status === 204 ? (undefined as T) : await response.json(), headers }
  } catch (cause) {
    if (options?.signal?.aborted) throw cause
    // The connection was lost after the headers, so the outcome is as unknown as without a response.
    throw new CallError(toNetworkProblem(cause))
  }
}

/**
 * Makes a call like `call`, but returns the unread response. On 401, renews the token and retries once. Signs
 * the user out if the last response is 401 or 403. A call without a token does neither.
 */
export async function callForResponse(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  let response = await sendOnce(method, path, options)
  if (response.status === 401 && !options.withoutToken && (await renewToken())) {
    response = await sendOnce(method, path, options)
  }
  if (response.ok) return response
  if (!options.withoutToken && (response.status === 401 || response.status === 403)) forceSignOut()
  throw new CallError(await readProblem(response))
}

/** Sends a request once, with the access token if there is one and the call uses it. */
function sendOnce(method: Method, path: string, options: CallOptions): Promise<Response> {
  const token = options.withoutToken ? null : readAccessToken()
  const headers = token ? { ...options.headers, Authorization: `Bearer ${token}` } : options.headers
  return send(method, path, { ...options, headers })
}

let listener: () => void = () => {}

/** Sets the function that signs the user out. It replaces the previous one. */
export function onForcedSignOut(newListener: () => void): void {
  listener = newListener
}

/** Signs the user out after 401 or 403, or if a customer opens a screen for staff. */
export function forceSignOut(): void {
  listener()
}
