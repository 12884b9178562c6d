import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { createPageHeaders, escapeHtml, renderPage } from '../page.ts'

/** Shows an error to a user who cannot be redirected to the app. */
export function sendErrorPage(ctx: KoaContextWithOIDC, { error, error_description }: ErrorOut) {
  const code = error === 'invalid_redirect_uri' ? 'redirect_uri_mismatch' : error
  const page = {
    title: 'Access blocked',
    body: `<main class="sign-in">
<h1>Access blocked</h1>
<p>This app’s request is invalid. Close this window and start again in the app.</p>
<p class="quiet">Error ${ctx.status}: ${escapeHtml(code)}. ${escapeHtml(error_description ?? '')}</p>
</main>`,
  }
  ctx.set(createPageHeaders(page))
  ctx.body = renderPage(page)
}
