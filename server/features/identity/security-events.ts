import { outcomeOf, type SecurityEvent } from '../../platform/http/security-event.ts'
import { signIns } from '../../platform/metrics/metrics.ts'
import type { IdentityEndpoint } from './endpoints.ts'

interface Response {
  status: number
  /** The code of the refusal, also if the response is a redirect after a sign-in at a provider. */
  code?: string | undefined
  userId?: string | undefined
  event?: string | undefined
}

/** Returns the security event of a request, or undefined if its endpoint has none. Counts sign-ins by outcome. */
export function createSecurityEvent(
  endpoint: IdentityEndpoint,
  { status, code, userId, event = endpoint.event }: Response,
): SecurityEvent | undefined {
  if (!event) return undefined
  const outcome = code && status < 400 ? 'refused' : outcomeOf(status)
  if (event !== 'sign_in') return { event, outcome, code, userId }
  const signInMethod = endpoint.signInMethod as string
  signIns.inc({ method: signInMethod, outcome })
  return { event, signInMethod, outcome, code, userId }
}
