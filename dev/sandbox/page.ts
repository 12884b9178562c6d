import type { FastifyReply } from 'fastify'

/** Text made safe for HTML, in elements and in quoted attributes. */
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
  /** The page has forms; posting them may lead here, and on to these addresses. */
  formsLeadTo?: string[]
}

/** Sends one of the sandbox's own pages, which run no scripts at all. */
export function sendPage(reply: FastifyReply, page: Page) {
  return reply.headers(pageHeaders(page)).send(pageText(page))
}

export function pageHeaders({ formsLeadTo }: Page): Record<string, string> {
  const formAction = formsLeadTo ? ["'self'", ...formsLeadTo.map(policySource)].join(' ') : "'none'"
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    // Without a referrer a form's post says `Origin: null`, and looks like a foreign page's.
    'referrer-policy': formsLeadTo ? 'same-origin' : 'no-referrer',
    'cache-control': 'no-store',
  }
}

/** A policy cannot name an IPv6 address; its scheme has to do. */
function policySource(address: string) {
  const { hostname, protocol, origin } = new URL(address)
  return hostname.startsWith('[') ? protocol : origin
}

export function pageText({ title, body, refreshSeconds }: Page): string {
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
