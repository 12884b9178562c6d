import { expel } from '../../api/expelled.ts'
import { send } from '../../api/send.ts'
import { accountError } from './account-errors.ts'

/**
 * Asks the identity provider for something of one's own account, by a path below its own; with a
 * body it is a POST. Throws an AccountError where it refuses, and a CallError where none answers.
 * Whom it no longer knows is signed out and told so, as by the shop's calls.
 */
export async function askAccount<Answer = unknown>(path: string, body?: object): Promise<Answer> {
  const response = await send(body ? 'POST' : 'GET', `/api/auth${path}`, { body })
  const answer = await response.json().catch(() => null)
  if (response.ok) return answer
  const code = answer?.code
  if (response.status === 401 && (!code || code === 'UNAUTHORIZED')) expel()
  throw accountError(code, response.status, Number(response.headers.get('Retry-After')))
}
