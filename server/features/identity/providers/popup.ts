import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { oauthPopup, POPUP_MARKER_COOKIE } from 'better-auth/plugins'

/**
 * Sign-in in a window of its own, by the identity provider's plugin, and what it lacks: a sign-in
 * on a full page is not mistaken for that of a window closed before, and asks for no more.
 */
export function popups(): BetterAuthPlugin[] {
  return [oauthPopup(), { id: 'popups-of-the-shop', hooks: { before: [narrow, forget] } }]
}

/** The shop asks a provider for what it needs, never for what a link of somebody's making says. */
const narrow = {
  matcher: ({ path }: { path?: string }) => path === '/oauth-popup/start' || isOnFullPage(path),
  handler: createAuthMiddleware(async ({ query, body }) => {
    const asked = { ...query, ...body }
    if (ADDITIONS.some((name) => name in asked)) {
      throw new APIError('BAD_REQUEST', { code: 'INVALID_REQUEST', message: 'Ask for no more.' })
    }
  }),
}

/** Signing in at a provider, or linking it, where its page takes the place of the shop's. */
function isOnFullPage(path: string | undefined): boolean {
  return path === '/sign-in/social' || path === '/link-social'
}

const ADDITIONS = ['scopes', 'additionalData', 'additionalParams', 'loginHint', 'idToken']

const forget = {
  matcher: ({ path }: { path?: string }) => isOnFullPage(path),
  handler: createAuthMiddleware(async (context) => {
    const { name, attributes } = context.context.createAuthCookie(POPUP_MARKER_COOKIE)
    context.setCookie(name, '', { ...attributes, maxAge: 0 })
  }),
}
