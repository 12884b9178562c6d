import type { Problem } from '@freehub/contract/refusals'
import type { FastifyRequest } from 'fastify'

/** What the log's line of a request says of its security: no field holds personal data. */
export interface SecurityEvent {
  /** Such as `sign_in` or `access_denied`; docs/operations.md lists them. */
  event: string
  outcome: 'accepted' | 'refused' | 'failed'
  /** How a user signed in. */
  way?: string | undefined
  /** Why it was refused. */
  code?: string | undefined
  /** Where the request itself has no principal. */
  userId?: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    securityEvent?: SecurityEvent | undefined
  }
}

/** The outcome that a status means. */
export function outcomeOf(status: number): SecurityEvent['outcome'] {
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'accepted'
}

/** Calls that change who may do what, or who is signed in. */
const EVENTS: Record<string, string> = {
  'PUT /user/admin/:email': 'role_grant',
  'DELETE /user/admin/:email': 'role_removal',
  'PUT /api/users/:email/ban': 'ban',
  'DELETE /api/users/:email/ban': 'ban_lift',
  'DELETE /api/account': 'account_delete',
  'DELETE /api/account/sessions': 'session_end',
  'DELETE /api/account/sessions/:id': 'session_end',
}

/** The security event of a request that is answered, if it is one. */
export function securityEventOf(
  { securityEvent, method, routeOptions }: FastifyRequest,
  status: number,
): SecurityEvent | undefined {
  const event = EVENTS[`${method} ${routeOptions.url}`]
  return securityEvent ?? (event ? { event, outcome: outcomeOf(status) } : undefined)
}

/** The security event of a refusal: access that is denied, or a limit that was reached. */
export function eventOfProblem({ status, code }: Problem): SecurityEvent | undefined {
  if (status === 403) return { event: 'access_denied', outcome: 'refused', code }
  if (status === 429) return { event: 'limit_reached', outcome: 'refused', code }
  return undefined
}
