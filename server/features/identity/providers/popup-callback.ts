import type { PopupMessage } from '@freehub/contract/identity/sign-in-popup'
import {
  OAUTH_POPUP_COMPLETE_SCRIPT,
  OAUTH_POPUP_DATA_ELEMENT_ID,
  OAUTH_POPUP_MESSAGE_TYPE,
  OAUTH_POPUP_SCRIPT_CSP_HASH,
} from 'better-auth/plugins'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sends the page that reports the outcome to the popup's opener and closes the popup. Better Auth's
 * plugin has its own page. This one serves when the popup marker is missing, or after an error.
 * It has no opener policy, which would cut the popup off from its opener.
 */
export function sendPopupCallback(request: FastifyRequest, reply: FastifyReply, origin: string) {
  const { error } = request.query as { error?: unknown }
  const code = typeof error === 'string' && /^\w{1,60}$/.test(error) ? error : undefined
  const message = {
    type: OAUTH_POPUP_MESSAGE_TYPE,
    targetOrigin: origin,
    ...(error === undefined ? {} : { error: { code: code ?? 'internal_server_error' } }),
  } satisfies PopupMessage & { targetOrigin: string }
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      `default-src 'none'; script-src '${OAUTH_POPUP_SCRIPT_CSP_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Signing in</title></head>
<body>
<p>You can close this window. <a href="/">Go to the shop</a></p>
<script type="application/json" id="${OAUTH_POPUP_DATA_ELEMENT_ID}">${JSON.stringify(message)}</script>
<script>${OAUTH_POPUP_COMPLETE_SCRIPT}</script>
</body>
</html>
`)
}
