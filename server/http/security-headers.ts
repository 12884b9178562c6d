import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/**
 * One policy on every page, since the first page's rules the whole visit: scripts of our own and
 * Stripe.js, nothing inline, pictures from https, no frames but the card provider's.
 */
export function contentPolicy(config: Pick<Config, 'stripe' | 'google' | 'github'>): string {
  const scripts = new URL(config.stripe.jsUrl).origin
  const real = scripts === 'https://js.stripe.com'
  const frames = real
    ? 'https://js.stripe.com https://hooks.stripe.com https://*.js.stripe.com'
    : scripts
  const calls = real ? 'https://api.stripe.com' : scripts
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts}`,
    `connect-src 'self' ${calls}`,
    `frame-src ${frames}`,
    "style-src 'self'",
    `img-src 'self' data: https:${picturesOf(config)}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Where pictures of people come from without https: from a stand-in, at its own address. */
function picturesOf({ google, github }: Pick<Config, 'google' | 'github'>): string {
  const origins = [google?.issuer, github?.apiUrl].map((url) => url && new URL(url).origin)
  return [...new Set(origins)]
    .filter((origin) => origin?.startsWith('http:'))
    .map((origin) => ` ${origin}`)
    .join('')
}

/** Headers that every answer carries; pages add the content policy. */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(publicUrl?.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

/** Adds them to every answer of a route. */
export function addSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'publicUrl'>) {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
