import { CallError, problemOf } from './call-error.ts'
import { expel } from './expelled.ts'
import { type Sent, send } from './send.ts'
import { accessToken, renewToken } from './token.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface CallOptions extends Sent {
  /** Send no token, and ask for none: what the specification calls a plain call. */
  plain?: boolean
}

/** Makes one of the shop's calls and gives its answer. Throws a CallError when it is refused. */
export async function call<T>(method: Method, path: string, options?: CallOptions): Promise<T> {
  const response = await callForResponse(method, path, options)
  return (response.status === 204 ? undefined : await response.json()) as T
}

/**
 * As `call`, for those who need the answer's headers too. On 401 the token is renewed once,
 * silently; whoever is still refused, or is refused by 403, is signed out and told so.
 */
export async function callForResponse(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<Response> {
  let response = await sendWithToken(method, path, options)
  if (response.status === 401 && !options.plain && (await renewToken())) {
    response = await sendWithToken(method, path, options)
  }
  if (response.ok) return response
  if (!options.plain && (response.status === 401 || response.status === 403)) expel()
  throw new CallError(await problemOf(response))
}

function sendWithToken(method: Method, path: string, options: CallOptions): Promise<Response> {
  const token = options.plain ? null : accessToken()
  const headers = token ? { ...options.headers, Authorization: `Bearer ${token}` } : options.headers
  return send(method, path, { ...options, headers })
}
