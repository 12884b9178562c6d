import type { FastifyRequest } from 'fastify'
import { requestError } from './errors.ts'
import type { Form } from './form.ts'

export type Keys = { stripeSecretKey: string; stripePublishableKey: string }

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
const NEEDS_SECRET =
  'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.'

/**
 * Returns the kind of the request's API key: `secret` for servers, `publishable` for browsers.
 * Throws a 401 error.
 */
export function authenticate(
  request: FastifyRequest,
  form: Form,
  keys: Keys,
  allowPublishableKey: boolean,
): 'secret' | 'publishable' {
  const key = readKey(request.headers.authorization) ?? form.key
  if (typeof key !== 'string' || key === '') throw requestError(401, { message: NO_KEY })
  if (key === keys.stripeSecretKey) return 'secret'
  if (key !== keys.stripePublishableKey) {
    throw requestError(401, { message: `Invalid API Key provided: ${maskKey(key)}` })
  }
  if (!allowPublishableKey)
    throw requestError(401, { code: 'secret_key_required', message: NEEDS_SECRET })
  return 'publishable'
}

function readKey(header: string | undefined): string | undefined {
  const [scheme, value] = header?.split(' ') ?? []
  if (!value) return undefined
  if (scheme?.toLowerCase() === 'bearer') return value
  return Buffer.from(value, 'base64').toString().split(':')[0]
}

function maskKey(key: string) {
  return key.length < 16 ? '****' : `${key.slice(0, 8)}****${key.slice(-4)}`
}
