import type { FastifyReply, FastifyRequest } from 'fastify'
import { delayResponse, type FailNext, type Faults, takeFailure } from '../faults.ts'
import { newId } from '../ids.ts'
import type { Change, Ledger } from '../ledger.ts'
import { authenticate, type Keys } from './authentication.ts'
import type { Call, Operation, Outcome } from './call.ts'
import { type ErrorResponse, isRequestError } from './errors.ts'
import { expand } from './expand.ts'
import { decodeForm } from './form.ts'
import { claimKey, findStoredResponse, fingerprint } from './idempotency.ts'
import { checkParameters, type ParameterSupport } from './parameters.ts'

export type Api = {
  ledger: Ledger
  faults: Faults
  keys: Keys
  keysInUse: Set<string>
  /** Called with all changes after they are written. */
  onCommit(changes: Change[]): void
}

export type Endpoint = {
  operation: Operation
  parameters: ParameterSupport
  allowPublishableKey?: boolean
}

const faultMessages: Record<Exclude<FailNext['status'], 'cut'>, string> = {
  429: 'Request rate limit exceeded.',
  500: 'An unknown error occurred',
  502: 'Bad gateway',
  503: 'The service is unavailable',
}

/**
 * Creates the route handler of an operation: authenticates, runs it once, commits its changes and
 * responds.
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
    const form = decodeForm(rawParameters(request))
    const by = authenticate(request, form, api.keys, endpoint.allowPublishableKey ?? false)
    const from = by === 'secret' ? 'server' : 'browser'
    const path = request.url.replace(/\?.*$/s, '')
    if (sendFailure(reply, takeFailure(api.faults, { when: 'before', from, path }))) return

    const key = by === 'secret' && request.method === 'POST' ? idempotencyKey(request) : null
    const release = key ? claimKey(api.keysInUse, key) : () => {}
    try {
      const requestFingerprint = fingerprint(request.method, path, rawParameters(request))
      const stored = key ? findStoredResponse(api.ledger, key, requestFingerprint) : null
      if (stored && 'error' in stored) return send(reply, toResponse(stored))

      await delayResponse(api.faults, from)
      if (stored) reply.header('idempotent-replayed', 'true')
      const id = (request.params as { id?: string }).id ?? ''
      const origin = `http://${request.headers.host}`
      const call = { ...api, form, id, by, requestId, idempotencyKey: key, origin }
      const outcome = stored ?? runOnce(call, requestFingerprint)
      if (sendFailure(reply, takeFailure(api.faults, { when: 'after', from, path }))) return
      send(reply, outcome)
    } finally {
      release()
    }
  }

  function allowedParameters(by: Call['by']): ParameterSupport {
    return by === 'publishable'
      ? { ...endpoint.parameters, ...browserParameters }
      : endpoint.parameters
  }

  /** Commits the changes and the stored response together, so that a kill loses both or neither. */
  function runOnce(call: Call, requestFingerprint: string) {
    checkParameters(call.form, allowedParameters(call.by))
    const { status = 200, body, changes = [] }: Outcome = endpoint.operation(call)
    const expanded = status === 200 ? expand(body, call.form, api.ledger, changes) : body
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
    api.ledger.commit(committed)
    api.onCommit(committed)
    return { status, body: expanded }
  }
}

/** Returns the body of a POST or the query string of a GET. */
function rawParameters(request: FastifyRequest): string {
  if (request.method === 'POST') return (request.body as string | undefined) ?? ''
  return request.url.split('?')[1] ?? ''
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key ? key : null
}

/** Additional parameters of requests from Stripe.js. */
const browserParameters: ParameterSupport = {
  key: 'supported',
  client_secret: 'supported',
  expected_payment_method_type: 'supported',
  payment_user_agent: 'supported',
  _stripe_version: 'supported',
}

function toResponse({ status, error }: ErrorResponse) {
  return { status, body: { error } }
}

function send(reply: FastifyReply, response: { status: number; body: unknown }) {
  reply
    .code(response.status)
    .type('application/json')
    .send(JSON.stringify(response.body, null, 2))
}

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
