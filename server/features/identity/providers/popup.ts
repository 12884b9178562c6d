import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { oauthPopup, POPUP_MARKER_COOKIE } from 'better-auth/plugins'

/**
 * Sign-in in a popup, by Better Auth's plugin. Also clears the popup marker when a full-page sign-in
 * starts, and refuses parameters that would extend the request to the provider.
 */
export function popupSignIn(): BetterAuthPlugin[] {
  return [
    oauthPopup(),
    { id: 'freehub-popups', hooks: { before: [refuseExtraParameters, clearPopupMarker] } },
  ]
}

/** Refuses parameters that a forged link could use to request more from the provider. */
const refuseExtraParameters = {
  matcher: ({ path }: { path?: string }) => path === '/oauth-popup/start' || isFullPageSignIn(path),
  handler: createAuthMiddleware(async ({ query, body }) => {
    const parameters = { ...query, ...body }
    if (EXTRA_PARAMETERS.some((name) => name in parameters)) {
      throw new APIError('BAD_REQUEST', {
        code: 'INVALID_REQUEST',
        message: 'Unsupported parameter.',
      })
    }
  }),
}

/** Signing in at a provider, or linking it, in the same tab. */
function isFullPageSignIn(path: string | undefined): boolean {
  return path === '/sign-in/social' || path === '/link-social'
}

const EXTRA_PARAMETERS = ['scopes', 'additionalData', 'additionalParams', 'loginHint', 'idToken']

const clearPopupMarker = {
  matcher: ({ path }: { path?: string }) => isFullPageSignIn(path),
  handler: createAuthMiddleware(async (context) => {
    const { name, attributes } = context.context.createAuthCookie(POPUP_MARKER_COOKIE)
    context.setCookie(name, '', { ...attributes, maxAge: 0 })
  }),
}
