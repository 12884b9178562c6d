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

/** Returns the security event of a refusal: denied access, or a reached limit. */
export function eventOfProblem({ status, code }: Problem): SecurityEvent | undefined {
  if (status === 403) return { event: 'access_denied', outcome: 'refused', code }
  if (status === 429) return { event: 'limit_reached', outcome: 'refused', code }
  return undefined
}
