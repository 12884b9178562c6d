import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { currentFacts } from './request-facts.ts'

/** Stands in responses for the session's secret, which belongs only in the cookie. */
export const HIDDEN_TOKEN = 'kept in the cookie'

/**
 * Runs after every endpoint of Better Auth. Records the user: the one that was signed in, else the one of the
 * session. Hides the session's secret. Must be the last plugin.
 */
export function completeResponses(): BetterAuthPlugin {
  return {
    id: 'freehub-responses',
    hooks: {
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async ({ context, json }) => {
            const userId = (context.newSession ?? context.session)?.user.id
            if (userId) currentFacts().userId = userId
            const { returned } = context
            if (isObject(returned) && ('token' in returned || 'session' in returned)) {
              return json(hideTokens(returned))
            }
          }),
        },
      ],
    },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function hideTokens({ token, session, ...rest }: Record<string, unknown>): object {
  return {
    ...rest,
    ...(token !== undefined && { token: token && HIDDEN_TOKEN }),
    ...(session !== undefined && { session: isObject(session) ? hideTokens(session) : session }),
  }
}
