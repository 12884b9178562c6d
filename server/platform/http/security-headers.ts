import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'

/** Returns the content security policy of all pages. It allows no inline code except `headScript`. */
export function contentSecurityPolicy(
  config: Pick<Config, 'stripe' | 'google' | 'github'>,
  headScript: string,
): string {
  const scripts = stripeScriptOrigins(config)
  const calls = scripts === STRIPE_SCRIPTS ? ['https://api.stripe.com'] : scripts
  const headScriptHash = createHash('sha256').update(headScript).digest('base64')
  return [
    "default-src 'self'",
    `script-src 'self' 'sha256-${headScriptHash}' ${scripts.join(' ')}`,
    `connect-src 'self' ${calls.join(' ')}`,
    `frame-src ${stripeFrameOrigins(config).join(' ')}`,
    "style-src 'self'",
    ['img-src', "'self'", 'data:', 'https:', ...httpPictureOrigins(config)].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Source: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com']

/** Returns the origins that serve Stripe.js: Stripe's, or that of the shop's sandbox. */
function stripeScriptOrigins({ stripe }: Pick<Config, 'stripe'>): string[] {
  const { origin } = new URL(stripe.jsUrl)
  return origin === STRIPE_SCRIPTS[0] ? STRIPE_SCRIPTS : [origin]
}

/** Returns the origins of the card provider's frames. Pages have no other frames. */
function stripeFrameOrigins(config: Pick<Config, 'stripe'>): string[] {
  const scripts = stripeScriptOrigins(config)
  return scripts === STRIPE_SCRIPTS ? [...scripts, 'https://hooks.stripe.com'] : scripts
}

/** Denies the browser features that the shop does not use. Allows payments and passkeys where the shop needs them. */
function permissionsPolicy(config: Pick<Config, 'stripe'>): string {
  const paymentFrames = ['self', ...stripeFrameOrigins(config).map((origin) => `"${origin}"`)].join(
    ' ',
  )
  return [
    ...DENIED_FEATURES.map((feature) => `${feature}=()`),
    'publickey-credentials-create=(self)',
    `publickey-credentials-get=(${paymentFrames})`,
    `payment=(${paymentFrames})`,
  ].join(', ')
}

/** Contains only features that Chromium knows, because Chromium logs a warning for an unknown name. */
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

/** Returns the `http:` origins of profile pictures. Only the sandbox's providers use `http:`. */
function httpPictureOrigins({ google, github }: Pick<Config, 'google' | 'github'>): string[] {
  const urls = [google?.issuer, github?.apiUrl].filter((url) => url?.startsWith('http:'))
  return [...new Set(urls.map((url) => new URL(url as string).origin))]
}

/** Headers of public images, which mails, link previews and other sites may embed. */
export const CROSS_ORIGIN_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' }

type Settings = Pick<Config, 'publicUrl' | 'stripe'>

/** Returns the headers of every response. Pages replace the content security policy with their own. */
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

export function addSecurityHeaders(app: FastifyInstance, config: Settings) {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
