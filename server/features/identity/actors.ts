import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

const actors = new WeakMap<Request, string>()

/** Notes which user each request to Better Auth signed in, or had the session of. */
export function noteActors() {
  return {
    id: 'note-actors',
    hooks: {
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async ({ request, context }) => {
            const { user } = context.newSession ?? context.session ?? {}
            if (request && user) actors.set(request, user.id)
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

/** The user whom a request to Better Auth signed in, or whose session it had. */
export const actorOf = (request: Request): string | undefined => actors.get(request)
