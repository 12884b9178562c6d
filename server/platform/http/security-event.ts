import type { Problem } from '@freehub/contract/problem-schema'
import type { EndedRequest } from './request-end.ts'

/** The security fields in the log line of a request. They hold no personal data. */
export interface SecurityEvent {
  /** Such as `sign_in` or `access_denied`; docs/operations.md lists them. */
  event: string
  outcome: 'accepted' | 'refused' | 'failed'
  /** How a user signed in. */
  signInMethod?: string | undefined
  /** The code of the refusal. */
  code?: string | undefined
  /** Set if the request itself has no authenticated user. */
  userId?: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    securityEvent?: SecurityEvent | undefined
  }
}

/** Returns the outcome of a request by its HTTP status. */
export function outcomeOf(status: number): SecurityEvent['outcome'] {
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'accepted'
}

/** Returns the security event that an answered request caused, if any. */
export function securityEventOf(
  { securityEvent, routeOptions }: EndedRequest,
  status: number,
): SecurityEvent | undefined {
  const event = routeOptions.config?.call?.securityEvent
  return securityEvent ?? (event ? { event, outcome: outcomeOf(status) } : undefined)
}

/** Returns the security event of a refusal: denied access, a reached limit, or else the event of the call, if any. */
export function eventOfProblem(
  { status, code }: Problem,
  { routeOptions }: EndedRequest,
): SecurityEvent | undefined {
  const events: Record<number, string> = { 403: 'access_denied', 429: 'limit_reached' }
  const event = events[status] ?? routeOptions.config?.call?.securityEvent
  return event ? { event, outcome: outcomeOf(status), code } : undefined
}
