import type { Readable } from 'node:stream'
import type { Call, FileBody } from '@freehub/contract/call'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteOptions,
} from 'fastify'
import type { z } from 'zod'
import { RefusalError } from '../database/run-transaction.ts'
import { acceptFile, readFileBody } from './file-body.ts'
import { sendRefusal, unknownFieldErrors } from './problems.ts'
import { noFields } from './validation.ts'

/** A call's validated parameters, query and body, and its file as a stream. */
interface CallInput<C extends Call> {
  params: Parsed<C['params']>
  query: Parsed<C['querystring']>
  body: Parsed<C['body']>
  file: C['file'] extends object ? Readable : undefined
  /** The valid Idempotency-Key of a call that accepts one. */
  key: string | undefined
  /** The authenticated user of a call that requires an access token. */
  principal: C['access'] extends 'user' | 'admin'
    ? NonNullable<FastifyRequest['principal']>
    : undefined
}
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

/** The response, a refusal, or the reply if it was already sent. */
type CallResult<C extends Call> = z.output<C['response']> | Refusal | FastifyReply

/**
 * The guard of each kind of access. It runs before the body is parsed, except for a call with a shortcut. `token` only
 * requires a token, which may be invalid.
 */
export type Guards = Record<Exclude<Call['access'], 'public'> | 'token', onRequestAsyncHookHandler>

type Operation<C extends Call> = (
  input: CallInput<C>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<CallResult<C>> | CallResult<C>

/**
 * Authenticates and performs a call in one step, which is faster. Returns undefined if it has done nothing. The guard
 * and the operation then decide about the call.
 */
type Shortcut<C extends Call> = (
  input: Omit<CallInput<C>, 'principal' | 'file'>,
  request: FastifyRequest,
) => Promise<CallResult<C> | undefined>

/** Options of a route outside the contract that needs little work, usually because its response is cached. */
export const UNLISTED_WITHOUT_SHEDDING = {
  schema: { hide: true },
  config: { skipLoadShedding: true },
}

/**
 * Returns a function that registers the route of a call. The route guards, validates, calls `operation`, and sends its
 * result or a problem. With a `shortcut`, the route calls it first, and guards only what the shortcut leaves.
 */
export function createCallRegistrar(app: FastifyInstance, guards: Guards) {
  return <C extends Call>(call: C, operation: Operation<C>, shortcut?: Shortcut<C>): void => {
    const guard = call.access === 'public' ? undefined : guards[call.access]
    const isBodyOptional = call.method !== 'GET' && !call.file && !isBodyRequired(call)
    const route: RouteOptions = {
      method: call.method,
      url: call.path,
      schema: {
        tags: [call.tag],
        summary: call.summary,
        ...(call.params && { params: call.params }),
        querystring: call.querystring ?? noFields,
        ...(call.body && { body: call.body }),
        response: { [call.status ?? 200]: responseSchemaOf(call) },
      },
      ...(call.largeBody && { bodyLimit: call.largeBody.maxBytes }),
      config: {
        call,
        file: call.file,
        // Public responses are cached.
        skipLoadShedding: call.access === 'public' && call.method === 'GET',
      },
      onRequest: guard ? [shortcut ? guards.token : guard] : [],
      preValidation: isBodyOptional ? [call.body ? fillMissingBody : refuseBody] : [],
      ...(shortcut && {
        // An invalid body must not hide that the token is invalid.
        async errorHandler(error, request, reply) {
          const isInvalid = (error.statusCode ?? 500) < 500
          if (guard && isInvalid && !request.userId) await guard.call(app, request, reply)
          if (!reply.sent) throw error
        },
      }),
      async handler(request, reply) {
        const { params, query, body } = request
        const key = call.refusals?.includes('key_reused') ? readIdempotencyKey(request) : undefined
        if (shortcut && guard) {
          const input = { params, query, body, key } as CallInput<C>
          const result = isRefusal(key) ? undefined : await shortcut(input, request)
          if (result) return send(reply, call, result)
          await guard.call(app, request, reply)
          if (reply.sent) return reply
        }
        if (isRefusal(key)) return sendRefusal(reply, key)
        const file = call.file && readFileBody(request, call.file)
        const { principal } = request
        const input = { params, query, body, file, key, principal } as CallInput<C>
        try {
          return send(reply, call, await operation(input, request, reply))
        } catch (error) {
          if (error instanceof RefusalError) return send(reply, call, error.refusal)
          throw error
        }
      },
    }
    if (!call.file) return void app.route(route)
    app.register(async (scope) => {
      acceptFile(scope)
      scope.route(route)
    })
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that the route performs. */
    call?: Call | undefined
    /** The file that the call accepts, if any. */
    file?: FileBody | undefined
  }
}

function responseSchemaOf({ response, responseType }: Call) {
  if (!responseType) return response
  return { description: 'A file.', content: { [responseType]: { schema: response } } }
}

const isBodyRequired = ({ body }: Call) => body !== undefined && !body.safeParse(undefined).success

/** Parses JSON bodies. An empty body counts as no body, with or without a content type, unless the call requires one. */
export function acceptEmptyBody(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { call } = request.routeOptions.config
    if (body === '' && !(call && isBodyRequired(call))) done(null)
    else parse(request, body as string, done)
  })
}

/** Replaces a missing body, which validation would treat as null, by an empty object. */
async function fillMissingBody(request: FastifyRequest) {
  if (request.body === undefined || request.body === '') request.body = {}
}

/** For calls without a body: refuses a request whose body has fields. Accepts `{}`. */
async function refuseBody({ body }: FastifyRequest, reply: FastifyReply) {
  if (body === undefined || body === '') return
  const fields = isObject(body) ? Object.keys(body) : ['body']
  if (fields.length === 0) return
  return sendRefusal(reply, { refused: 'input_invalid', errors: unknownFieldErrors(fields) })
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

function send<C extends Call>(reply: FastifyReply, call: C, result: CallResult<C>) {
  if (result === reply || reply.sent) return reply
  if (isRefusal(result)) return sendRefusal(reply, result)
  if (call.access !== 'public') reply.header('cache-control', 'no-store')
  return reply.code(call.status ?? 200).send(result)
}

/** Returns the `Idempotency-Key` of a request, if any, or a refusal if it is invalid. */
function readIdempotencyKey(request: FastifyRequest): string | undefined | Refusal {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  return typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)
    ? key
    : refuse('input_invalid', {
        detail: 'An Idempotency-Key is 1 to 255 visible ASCII characters.',
      })
}
