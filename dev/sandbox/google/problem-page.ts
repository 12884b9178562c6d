import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { escapeHtml, pageHeaders, pageText } from '../page.ts'

/** What a person sees when they cannot be sent back to the app, in words like Google's. */
export function sendProblem(ctx: KoaContextWithOIDC, { error, error_description }: ErrorOut) {
  const code = error === 'invalid_redirect_uri' ? 'redirect_uri_mismatch' : error
  const page = {
    title: 'Access blocked',
    body: `<main class="sign-in">
<h1>Access blocked</h1>
<p>This app’s request cannot be carried out. Close this window and begin again in the app.</p>
<p class="quiet">Error ${ctx.status}: ${escapeHtml(code)}. ${escapeHtml(error_description ?? '')}</p>
</main>`,
  }
  ctx.set(pageHeaders(page))
  ctx.body = pageText(page)
}
