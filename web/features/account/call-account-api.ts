import { forceSignOut } from '../../api/force-sign-out.ts'
import { send } from '../../api/send.ts'
import { accountErrorFromCode } from './account-errors.ts'

/**
 * Calls the identity provider about the user's own account. `path` is below `/api/auth`; a body makes
 * it a POST. Throws an AccountError if the provider refuses, a CallError if there is no response.
 * Forces a sign-out if the session is no longer valid.
 */
export async function callAccountApi<Result = unknown>(
  path: string,
  body?: object,
): Promise<Result> {
  const response = await send(body ? 'POST' : 'GET', `/api/auth${path}`, { body })
  const result = await response.json().catch(() => null)
  if (response.ok) return result
  const code = result?.code
  if (response.status === 401 && (!code || code === 'UNAUTHORIZED')) forceSignOut()
  throw accountErrorFromCode(code, response.status, Number(response.headers.get('Retry-After')))
}
