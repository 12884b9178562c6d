import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CardStore, Change, StoredResponse } from '../card-store.ts'
import { delayResponse, type FailNext, type Faults, takeFailure } from '../faults.ts'
import { newId } from '../stripe-values.ts'
import type { Call, Operation, Outcome } from './call.ts'
import { type ErrorResponse, isRequestError, requestError } from './errors.ts'
import { expand } from './expand.ts'
import { checkParameters, decodeForm, type Form } from './parameters.ts'

export type Api = {
  store: CardStore
  faults: Faults
  keys: Keys
  keysInUse: Set<string>
  /** Called with all changes after they are written. */
  onCommit(changes: Change[]): void
}

export type Endpoint = {
  operation: Operation
  /** The names of the supported parameters, besides `expand`. */
  parameters: string
  allowPublishableKey?: boolean
}

const faultMessages: Record<Exclude<FailNext['status'], 'cut'>, string> = {
  429: 'Request rate limit exceeded.',
  500: 'An unknown error occurred',
  502: 'Bad gateway',
  503: 'The service is unavailable',
}

/**
 * Creates a route handler that authenticates the request, runs the operation, commits its changes and responds. A
 * request with a known idempotency key gets the stored response instead.
 */
export function createCallHandler(api: Api, endpoint: Endpoint) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const requestId = newId('req_', 14)
    reply.header('request-id', requestId)
    reply.header('stripe-version', request.headers['stripe-version'] ?? '')
    if (endpoint.allowPublishableKey) reply.header('access-control-allow-origin', '*')
    try {
      await handle(request, reply, requestId)
    } catch (error) {
      if (!isRequestError(error)) throw error
      send(reply, toResponse(error.response))
    }
    return reply
  }

  async function handle(request: FastifyRequest, reply: FastifyReply, requestId: string) {
    const form = decodeForm(readRawParameters(request))
    const apiKeyKind = authenticate(request, form, api.keys, endpoint.allowPublishableKey ?? false)
    const from = apiKeyKind === 'secret' ? 'server' : 'browser'
    const path = request.url.replace(/\?.*$/s, '')
    if (sendFailure(reply, takeFailure(api.faults, { when: 'before', from, path }))) return

    const key =
      apiKeyKind === 'secret' && request.method === 'POST' ? readIdempotencyKey(request) : null
    const release = key ? claimKey(api.keysInUse, key) : () => {}
    try {
      const requestFingerprint = fingerprint(request.method, path, readRawParameters(request))
      const stored = key ? findStoredResponse(api.store, key, requestFingerprint) : null
      if (stored && 'error' in stored) return send(reply, toResponse(stored))

      await delayResponse(api.faults, from)
      if (stored) reply.header('idempotent-replayed', 'true')
      const id = (request.params as { id?: string }).id ?? ''
      const origin = `http://${request.headers.host}`
      const call = { ...api, form, id, apiKeyKind, requestId, idempotencyKey: key, origin }
      const outcome = stored ?? runOnce(call, requestFingerprint)
      if (sendFailure(reply, takeFailure(api.faults, { when: 'after', from, path }))) return
      send(reply, outcome)
    } finally {
      release()
    }
  }

  /** Commits the changes and the stored response together, so that a kill loses both or neither. */
  function runOnce(call: Call, requestFingerprint: string) {
    const fromBrowser = call.apiKeyKind === 'publishable' ? BROWSER_PARAMETERS : ''
    checkParameters(call.form, `expand ${endpoint.parameters} ${fromBrowser}`.split(' '))
    const { status = 200, body, changes = [] }: Outcome = endpoint.operation(call)
    const expanded = status === 200 ? expand(body, call.form, api.store, changes) : body
    const committed = [...changes]
    if (call.idempotencyKey) {
      const stored = {
        id: call.idempotencyKey,
        fingerprint: requestFingerprint,
        status,
        body: expanded,
      }
      committed.push(['keys', { ...stored, storedAt: Date.now() }])
    }
    api.store.commit(committed)
    api.onCommit(committed)
    return { status, body: expanded }
  }
}

/** Returns the body of a POST or the query string of a GET. */
function readRawParameters(request: FastifyRequest): string {
  if (request.method === 'POST') return (request.body as string | undefined) ?? ''
  return request.url.split('?')[1] ?? ''
}

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key ? key : null
}

/** Additional parameters of requests from Stripe.js. */
const BROWSER_PARAMETERS =
  'key client_secret expected_payment_method_type payment_user_agent _stripe_version'

function toResponse({ status, error }: ErrorResponse) {
  return { status, body: { error } }
}

function send(reply: FastifyReply, response: { status: number; body: unknown }) {
  reply
    .code(response.status)
    .type('application/json')
    .send(JSON.stringify(response.body, null, 2))
}

/** Sends the response of an injected failure. Returns false without a failure. */
function sendFailure(reply: FastifyReply, status: FailNext['status'] | null): boolean {
  if (status === null) return false
  if (status === 'cut') {
    reply.hijack()
    reply.raw.destroy()
    return true
  }
  const type = status === 429 ? 'invalid_request_error' : 'api_error'
  const error = {
    type,
    message: faultMessages[status],
    ...(status === 429 && { code: 'rate_limit' }),
  }
  send(reply, { status, body: { error } })
  return true
}

export type Keys = { stripeSecretKey: string; stripePublishableKey: string }

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
const NEEDS_SECRET =
  'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.'

/**
 * Returns the kind of the request's API key: `secret` for servers, `publishable` for browsers.
 * Throws a 401 error if the key is missing, invalid or not allowed for the call.
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

/** Returns the token of a Bearer header or the user name of a Basic header. */
function readKey(header: string | undefined): string | undefined {
  const [scheme, value] = header?.split(' ') ?? []
  if (!value) return undefined
  if (scheme?.toLowerCase() === 'bearer') return value
  return Buffer.from(value, 'base64').toString().split(':')[0]
}

function maskKey(key: string) {
  return key.length < 16 ? '****' : `${key.slice(0, 8)}****${key.slice(-4)}`
}

/** Hashes the method, URL and body of a request. */
export function fingerprint(method: string, url: string, body: string): string {
  return createHash('sha256').update(`${method} ${url}\n${body}`).digest('hex')
}

/** Returns the response stored for this key, or an error if the key was used for another request. Null for a new key. */
function findStoredResponse(
  store: CardStore,
  key: string,
  requestFingerprint: string,
): StoredResponse | ErrorResponse | null {
  const stored = store.keys.get(key)
  if (!stored) return null
  if (stored.fingerprint === requestFingerprint) return stored
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return { status: 400, error: { type: 'idempotency_error', message } }
}

/**
 * Claims a key for the duration of a request and returns its release function. Throws if the key is in use or
 * longer than 255 characters.
 */
export function claimKey(keysInUse: Set<string>, key: string): () => void {
  if (key.length > 255) {
    throw requestError(400, { message: 'Idempotency keys may have at most 255 characters.' })
  }
  if (keysInUse.has(key)) {
    const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`
    throw requestError(409, { code: 'idempotency_key_in_use', message })
  }
  keysInUse.add(key)
  return () => keysInUse.delete(key)
}
