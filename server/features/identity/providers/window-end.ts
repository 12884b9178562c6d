import {
  OAUTH_POPUP_COMPLETE_SCRIPT,
  OAUTH_POPUP_DATA_ELEMENT_ID,
  OAUTH_POPUP_MESSAGE_TYPE,
  OAUTH_POPUP_SCRIPT_CSP_HASH,
} from 'better-auth/plugins'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Where the way through a provider ends in a window, whatever came of it. */
export const WINDOW_END = '/api/auth/window'

/**
 * The page on which the window tells the page that opened it how it went, and closes. The
 * provider's plugin has one of its own for the common case; this one serves where its mark is
 * gone, or its answer is an error. No opener policy: that would part the window from its opener.
 */
export function sendWindowEnd(request: FastifyRequest, reply: FastifyReply, origin: string) {
  const { error } = request.query as { error?: unknown }
  const code = typeof error === 'string' && /^\w{1,60}$/.test(error) ? error : undefined
  const message = {
    type: OAUTH_POPUP_MESSAGE_TYPE,
    targetOrigin: origin,
    ...(error === undefined ? {} : { error: { code: code ?? 'internal_server_error' } }),
  }
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
<p>This window may be closed. <a href="/">Go to the shop</a></p>
<script type="application/json" id="${OAUTH_POPUP_DATA_ELEMENT_ID}">${JSON.stringify(message)}</script>
<script>${OAUTH_POPUP_COMPLETE_SCRIPT}</script>
</body>
</html>
`)
}
