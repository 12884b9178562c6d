import type { FastifyReply } from 'fastify'

/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

type Page = {
  title: string
  body: string
  refreshSeconds?: number
  /** Set if the page has forms: the URLs to which a post may redirect. */
  formTargets?: string[]
}

/** Sends a page of the sandbox. These pages run no scripts. */
export function sendPage(reply: FastifyReply, page: Page) {
  return reply.headers(createPageHeaders(page)).send(renderPage(page))
}

export function createPageHeaders({ formTargets }: Page): Record<string, string> {
  const formAction = formTargets ? ["'self'", ...formTargets.map(toCspSource)].join(' ') : "'none'"
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    // Without a referrer, a form sends `Origin: null`, which looks like a cross-origin request.
    'referrer-policy': formTargets ? 'same-origin' : 'no-referrer',
    'cache-control': 'no-store',
  }
}

/**
 * Returns the CSP source for a URL. A source cannot be an IPv6 address, so its scheme is allowed
 * instead.
 */
function toCspSource(url: string) {
  const { hostname, protocol, origin } = new URL(url)
  return hostname.startsWith('[') ? protocol : origin
}

export function renderPage({ title, body, refreshSeconds }: Page): string {
  const refresh = refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/sandbox.css">
</head>
<body>
${body}
</body>
</html>
`
}
