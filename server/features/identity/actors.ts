import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

const actors = new WeakMap<Request, string>()

/** Records the user of each request to Better Auth: the one it signed in, else the one of its session. */
export function recordActors() {
  return {
    id: 'freehub-record-actors',
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

/** Returns the id of the user that a request to Better Auth signed in or came from. */
export const actorOf = (request: Request): string | undefined => actors.get(request)
