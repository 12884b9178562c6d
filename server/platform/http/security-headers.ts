import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'

/**
 * One policy on every page, since the first page's rules the whole visit: scripts of our own and
 * Stripe.js, nothing inline, pictures from https, no frames but the card provider's.
 */
export function contentPolicy(config: Pick<Config, 'stripe' | 'google' | 'github'>): string {
  const scripts = scriptsOfStripe(config)
  const calls = scripts === STRIPE_SCRIPTS ? 'https://api.stripe.com' : scripts
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts}`,
    `connect-src 'self' ${calls}`,
    `frame-src ${framesOfStripe(config).join(' ')}`,
    "style-src 'self'",
    `img-src 'self' data: https:${picturesOf(config)}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const STRIPE_SCRIPTS = 'https://js.stripe.com'

/** The origin of Stripe.js, or of its stand-in. */
function scriptsOfStripe({ stripe }: Pick<Config, 'stripe'>): string {
  return new URL(stripe.jsUrl).origin
}

/** The origins of the card provider's frames: the only frames in a page of the shop. */
function framesOfStripe(config: Pick<Config, 'stripe'>): string[] {
  const scripts = scriptsOfStripe(config)
  return scripts === STRIPE_SCRIPTS
    ? [scripts, 'https://hooks.stripe.com', 'https://*.js.stripe.com']
    : [scripts]
}

/**
 * Denies the features of the browser that no page uses. Passkeys are for the shop; the frames of the card
 * provider may pay and confirm a payment with a passkey. Only features that Chromium knows: it warns of others.
 */
function permissionsPolicy(config: Pick<Config, 'stripe'>): string {
  const paying = ['self', ...framesOfStripe(config).map((origin) => `"${origin}"`)].join(' ')
  return [
    ...DENIED_FEATURES.map((feature) => `${feature}=()`),
    'publickey-credentials-create=(self)',
    `publickey-credentials-get=(${paying})`,
    `payment=(${paying})`,
  ].join(', ')
}

const DENIED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/** Where pictures of people come from without https: from a stand-in, at its own address. */
function picturesOf({ google, github }: Pick<Config, 'google' | 'github'>): string {
  const origins = [google?.issuer, github?.apiUrl].map((url) => url && new URL(url).origin)
  return [...new Set(origins)]
    .filter((origin) => origin?.startsWith('http:'))
    .map((origin) => ` ${origin}`)
    .join('')
}

/** Replaces `cross-origin-resource-policy` of public pictures, which mails, previews and other sites embed. */
export const EMBEDDABLE = { 'cross-origin-resource-policy': 'cross-origin' }

type Settings = Pick<Config, 'publicUrl' | 'stripe'>

/** Headers of every response. Pages replace the content security policy by theirs. */
export function securityHeaders(config: Settings): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': "frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(config),
    ...(config.publicUrl?.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

/** Adds them to every response of a route. */
export function addSecurityHeaders(app: FastifyInstance, config: Settings) {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
