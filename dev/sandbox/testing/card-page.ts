import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Serves a shop page on its own origin under a strict CSP: no inline code, only the provider's script,
 * frames and API.
 */
export async function serveCardPage(sandboxUrl: string) {
  const files: Record<string, [type: string, body: string]> = {
    '/': ['text/html; charset=utf-8', renderPage(sandboxUrl)],
    '/shop.js': ['text/javascript; charset=utf-8', SCRIPT],
    '/shop.css': ['text/css', STYLES],
  }
  const csp = [
    "default-src 'none'",
    `script-src 'self' ${sandboxUrl}/cards/stripe.js`,
    `connect-src ${sandboxUrl}`,
    `frame-src ${sandboxUrl}`,
    "style-src 'self'",
    'img-src data:',
  ].join('; ')
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? ['text/plain', '']
    response.writeHead(200, { 'content-type': type, 'content-security-policy': csp }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

function renderPage(sandboxUrl: string) {
  return `<!doctype html>
<html lang="en">
<title>Pay</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/shop.css">
<form id="form"><div id="card"></div><button>Pay</button><output id="result"></output></form>
<script src="${sandboxUrl}/cards/stripe.js"></script>
<script type="module" src="/shop.js"></script>
</html>`
}

const STYLES = `body { font: 16px sans-serif; margin: 2rem; }
.StripeElement { padding: 12px; border: 1px solid #999; border-radius: 6px; max-width: 36rem; }
.StripeElement--focus { border-color: #0b57a4; }
.StripeElement--invalid { border-color: #b3151d; }
`

/** Pays with the card field, using only the provider's script. */
const SCRIPT = `
const { secret } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
const stripe = Stripe('pk_test_sandboxpublic')
const card = stripe.elements().create('card', { style: { base: { color: 'rgb(20, 30, 40)' } } })
window.changes = []
card.on('change', (event) => window.changes.push(event))
card.mount('#card')
const result = document.querySelector('#result')
document.querySelector('#form').addEventListener('submit', async (event) => {
  event.preventDefault()
  result.textContent = 'waiting'
  const billing_details = { name: 'Ada', email: 'ada@example.com' }
  window.confirmation = await stripe.confirmCardPayment(secret, { payment_method: { card, billing_details } })
  const { error, paymentIntent } = window.confirmation
  result.textContent = error ? error.message : paymentIntent.status
})
`
