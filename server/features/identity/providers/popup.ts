import { POPUP_MESSAGE_TYPE, type PopupMessage } from '@freehub/contract/identity/sign-in-popup'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { expireCookie } from 'better-auth/cookies'
import {
  OAUTH_POPUP_COMPLETE_SCRIPT,
  OAUTH_POPUP_DATA_ELEMENT_ID,
  OAUTH_POPUP_SCRIPT_CSP_HASH,
  oauthPopup,
  POPUP_MARKER_COOKIE,
} from 'better-auth/plugins'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HIDDEN_TOKEN } from '../complete-responses.ts'

/** Completes a sign-in in a popup with the shop's page, which does not contain the session's secret. */
export function popupSignIn() {
  return {
    ...oauthPopup(),
    hooks: { before: [refuseExtraParameters, clearPopupMarker], after: [completePopup] },
  } satisfies BetterAuthPlugin
}

/** Refuses parameters with which a forged link could request further access from the provider. */
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

/** True if a sign-in, or the linking of an account, runs in the same tab. */
function isFullPageSignIn(path: string | undefined): boolean {
  return path === '/sign-in/social' || path === '/link-social'
}

const EXTRA_PARAMETERS = ['scopes', 'additionalData', 'additionalParams', 'loginHint', 'idToken']

/** Deletes the marker of an aborted popup, because a sign-in in the tab would otherwise end on the popup's page. */
const clearPopupMarker = {
  matcher: ({ path }: { path?: string }) => isFullPageSignIn(path),
  handler: createAuthMiddleware(async (context) => {
    expireCookie(context, context.context.createAuthCookie(POPUP_MARKER_COOKIE))
  }),
}

/** Responds to the provider's callback in a popup with the page that reports the result, instead of a redirect. */
const completePopup = {
  matcher: ({ path }: { path?: string }) => path?.startsWith('/callback/') ?? false,
  handler: createAuthMiddleware(async (ctx) => {
    const { createAuthCookie, responseHeaders, secret } = ctx.context
    const redirectTo = responseHeaders?.get('location')
    const cookie = createAuthCookie(POPUP_MARKER_COOKIE)
    const marker = await ctx.getSignedCookie(cookie.name, secret)
    if (!redirectTo || !marker) return
    expireCookie(ctx, cookie)
    const { popupOrigin, popupNonce } = JSON.parse(marker)
    const code = redirectErrorOf(redirectTo)
    const outcome = code ? { error: { code } } : { token: HIDDEN_TOKEN, redirectTo }
    const message = { targetOrigin: popupOrigin, nonce: popupNonce, ...outcome }
    return new Response(renderPopupPage(message), { headers: POPUP_PAGE_HEADERS })
  }),
}

/** Returns the error code of a redirect, if it has one. */
export function redirectErrorOf(location: string | null): string | undefined {
  return new URL(location ?? '', 'http://shop').searchParams.get('error') ?? undefined
}

/** Sends the callback page after a redirect: the popup marker was missing, or an error occurred outside Better Auth. */
export function sendPopupCallback(request: FastifyRequest, reply: FastifyReply, origin: string) {
  const { error } = request.query as { error?: unknown }
  const code = typeof error === 'string' && /^\w{1,60}$/.test(error) ? error : undefined
  const outcome = error === undefined ? {} : { error: { code: code ?? 'internal_server_error' } }
  return reply
    .headers(POPUP_PAGE_HEADERS)
    .send(renderPopupPage({ targetOrigin: origin, ...outcome }))
}

/** The headers of the popup page. A Cross-Origin-Opener-Policy would separate the popup from its opener. */
const POPUP_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; script-src '${OAUTH_POPUP_SCRIPT_CSP_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
}

/** Renders the page that reports the result to the popup's opener and closes the popup. */
function renderPopupPage(message: Omit<PopupMessage, 'type'> & { targetOrigin: string }): string {
  const data = JSON.stringify({ type: POPUP_MESSAGE_TYPE, ...message })
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Signing in</title></head>
<body>
<p>You can close this window. <a href="/">Go to the shop</a></p>
<script type="application/json" id="${OAUTH_POPUP_DATA_ELEMENT_ID}">${data.replaceAll('<', '\\u003c')}</script>
<script>${OAUTH_POPUP_COMPLETE_SCRIPT}</script>
</body>
</html>
`
}
