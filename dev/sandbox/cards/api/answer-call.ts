import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FailNext, type Faults, failureNow, slowAnswer } from '../faults.ts'
import { newId } from '../ids.ts'
import type { Change, Ledger } from '../ledger.ts'
import { authenticate, type Keys } from './authentication.ts'
import type { Call, Operation, Outcome } from './call.ts'
import { expand } from './expand.ts'
import { decodeForm } from './form.ts'
import { claimKey, fingerprint, keptAnswer } from './idempotency.ts'
import { checkKnown, type KnownParameters } from './parameters.ts'
import { isRefusedRequest, type Refused } from './refusals.ts'

export type Api = {
  ledger: Ledger
  faults: Faults
  keys: Keys
  keysInUse: Set<string>
  /** Told of every change once it is written. */
  onCommit(changes: Change[]): void
}

export type Endpoint = {
  operation: Operation
  known: KnownParameters
  /** Whether a browser's publishable key will do. */
  browsersToo?: boolean
}

const injected: Record<Exclude<FailNext['status'], 'cut'>, string> = {
  429: 'Request rate limit exceeded.',
  500: 'An unknown error occurred',
  502: 'Bad gateway',
  503: 'The service is unavailable',
}

/** Makes a route's handler out of an operation: lets the call in, runs it once, writes, answers. */
export function answerCall(api: Api, endpoint: Endpoint) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const requestId = newId('req_', 14)
    reply.header('request-id', requestId)
    reply.header('stripe-version', request.headers['stripe-version'] ?? '')
    if (endpoint.browsersToo) reply.header('access-control-allow-origin', '*')
    try {
      await answer(request, reply, requestId)
    } catch (error) {
      if (!isRefusedRequest(error)) throw error
      send(reply, refusedAnswer(error.refused))
    }
    return reply
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, requestId: string) {
    const form = decodeForm(sent(request))
    const by = authenticate(request, form, api.keys, endpoint.browsersToo ?? false)
    const from = by === 'secret' ? 'server' : 'browser'
    const path = request.url.replace(/\?.*$/s, '')
    if (fail(reply, failureNow(api.faults, { when: 'before', from, path }))) return

    const key = by === 'secret' && request.method === 'POST' ? idempotencyKey(request) : null
    const release = key ? claimKey(api.keysInUse, key) : () => {}
    try {
      const print = fingerprint(request.method, path, sent(request))
      const kept = key ? keptAnswer(api.ledger, key, print) : null
      if (kept && 'error' in kept) return send(reply, refusedAnswer(kept))

      await slowAnswer(api.faults, from)
      if (kept) reply.header('idempotent-replayed', 'true')
      const id = (request.params as { id?: string }).id ?? ''
      const origin = `http://${request.headers.host}`
      const call = { ...api, form, id, by, requestId, idempotencyKey: key, origin }
      const outcome = kept ?? runOnce(call, print)
      if (fail(reply, failureNow(api.faults, { when: 'after', from, path }))) return
      send(reply, outcome)
    } finally {
      release()
    }
  }

  function knownTo(by: Call['by']): KnownParameters {
    return by === 'publishable' ? { ...endpoint.known, ...browserParameters } : endpoint.known
  }

  /** The changes and the kept answer go into one line of the books: after a kill, both or neither. */
  function runOnce(call: Call, print: string) {
    checkKnown(call.form, knownTo(call.by))
    const { status = 200, body, changes = [] }: Outcome = endpoint.operation(call)
    const expanded = status === 200 ? expand(body, call.form, api.ledger, changes) : body
    const written = [...changes]
    if (call.idempotencyKey) {
      const kept = { id: call.idempotencyKey, fingerprint: print, status, body: expanded }
      written.push(['keys', { ...kept, keptAt: Date.now() }])
    }
    api.ledger.commit(written)
    api.onCommit(written)
    return { status, body: expanded }
  }
}

/** The parameters of a POST are its body, of a GET its query. */
function sent(request: FastifyRequest): string {
  if (request.method === 'POST') return (request.body as string | undefined) ?? ''
  return request.url.split('?')[1] ?? ''
}

function idempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key ? key : null
}

/** A browser's call carries its key and some words of its own beside the parameters. */
const browserParameters: KnownParameters = {
  key: 'done',
  client_secret: 'done',
  expected_payment_method_type: 'done',
  payment_user_agent: 'done',
  _stripe_version: 'done',
}

function refusedAnswer({ status, error }: Refused) {
  return { status, body: { error } }
}

function send(reply: FastifyReply, answer: { status: number; body: unknown }) {
  reply
    .code(answer.status)
    .type('application/json')
    .send(JSON.stringify(answer.body, null, 2))
}

function fail(reply: FastifyReply, status: FailNext['status'] | null): boolean {
  if (status === null) return false
  if (status === 'cut') {
    reply.hijack()
    reply.raw.destroy()
    return true
  }
  const type = status === 429 ? 'invalid_request_error' : 'api_error'
  const error = { type, message: injected[status], ...(status === 429 && { code: 'rate_limit' }) }
  send(reply, { status, body: { error } })
  return true
}
