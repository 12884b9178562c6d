import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, getOAuthState } from 'better-auth/api'
import { currentRequestFacts } from './request-facts.ts'

/** The text that replaces the session's secret in responses. Only the cookie may contain the secret. */
export const HIDDEN_TOKEN = 'kept in the cookie'

/** Records the user and hides the session's secret. Must be the last plugin, because others change the response. */
export function completeResponses(): BetterAuthPlugin {
  return {
    id: 'freehub-responses',
    hooks: {
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async ({ path, context, json }) => {
            const userId = (context.newSession ?? context.session)?.user.id
            if (userId) currentRequestFacts().userId = userId
            const isCallback = path?.startsWith('/callback/')
            if (isCallback && (await getOAuthState())?.link)
              currentRequestFacts().event = 'provider_link'
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
