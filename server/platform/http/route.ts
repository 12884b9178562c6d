import type { Readable } from 'node:stream'
import type { Call, FileBody } from '@freehub/contract/call'
import { isRefusal, type Refusal } from '@freehub/contract/refusals'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteOptions,
} from 'fastify'
import { z } from 'zod'
import { FileRefused, fileOf, takeFile } from './file-body.ts'
import { sendRefusal, unknownFieldErrors } from './problems.ts'

/** What a call's parameters, query and body are once they are checked; its file, unread. */
interface Checked<C extends Call> {
  params: Out<C['params']>
  query: Out<C['querystring']>
  body: Out<C['body']>
  file: C['file'] extends object ? Readable : undefined
}
type Out<S> = S extends z.ZodType ? z.output<S> : undefined

/** What goes over the wire, a refusal, or the reply itself when it is sent already. */
type Answer<C extends Call> = z.output<C['answer']> | Refusal | FastifyReply

/** Of each kind of access, the hook that guards it. It answers before a body is looked at. */
export type Guards = Record<Exclude<Call['access'], 'public'>, onRequestAsyncHookHandler>

/**
 * Registers a call of the contract: guards, checks its input, calls `operation` and answers what
 * it returns, a refusal as a problem. Private answers are no-store. A call without a query or a
 * body in the contract takes none.
 */
export function answer<C extends Call>(
  app: FastifyInstance,
  guards: Guards,
  call: C,
  operation: (
    input: Checked<C>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Answer<C>> | Answer<C>,
) {
  const route: RouteOptions = {
    method: call.method,
    url: call.path,
    schema: {
      tags: [call.about],
      summary: call.summary,
      ...(call.params && { params: call.params }),
      querystring: call.querystring ?? nothing,
      ...(call.body && { body: call.body }),
      response: { [call.status ?? 200]: answerOf(call) },
    },
    // What everybody may read is kept.
    config: { call, file: call.file, fromMemory: call.access === 'public' },
    onRequest: call.access === 'public' ? [] : [guards[call.access]],
    handler(request, reply) {
      const { params, query, body } = request
      const file = call.file && fileOf(request, call.file)
      const result = operation({ params, query, body, file } as Checked<C>, request, reply)
      // A kept answer is there at once: it need not wait for its turn.
      if (!(result instanceof Promise)) return void send(reply, call, result)
      const sent = result.then((late) => send(reply, call, late))
      return call.file ? sent.catch((error) => send(reply, call, refusalOfFile(error))) : sent
    },
  }
  if (isBodyNeeded(call) || call.method === 'GET') app.route(route)
  else {
    app.register(async (scope) => {
      if (call.file) takeFile(scope)
      else takeEmptyBody(scope)
      if (call.body) letBodyBeLeftOut(scope)
      else if (!call.file) refuseBody(scope)
      scope.route(route)
    })
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract that the route answers. */
    call?: Call | undefined
    /** What a call takes as a file, if it does. */
    file?: FileBody | undefined
  }
}

const nothing = z.strictObject({})

function answerOf({ answer, answerType }: Call) {
  if (!answerType) return answer
  return { description: 'A file.', content: { [answerType]: { schema: answer } } }
}

const isBodyNeeded = ({ body }: Call) => body !== undefined && !body.safeParse(undefined).success

/** Parses JSON bodies. An empty one counts as none, with or without a content type. */
export function takeEmptyBody(scope: FastifyInstance) {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body as string, done),
  )
}

/** The checks take what is not there for null, which is another thing. */
function letBodyBeLeftOut(scope: FastifyInstance) {
  scope.addHook('preValidation', async (request) => {
    if (request.body === undefined || request.body === '') request.body = {}
  })
}

/** Where no body is wanted `{}` is let by. */
function refuseBody(scope: FastifyInstance) {
  scope.addHook('preValidation', async ({ body }, reply) => {
    if (body === undefined || body === '') return
    const fields = isObject(body) ? Object.keys(body) : ['body']
    if (fields.length === 0) return
    return sendRefusal(reply, { refused: 'input_invalid', errors: unknownFieldErrors(fields) })
  })
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

function send<C extends Call>(reply: FastifyReply, call: C, result: Answer<C>) {
  if (result === reply || reply.sent) return reply
  if (isRefusal(result)) return sendRefusal(reply, result)
  if (call.access !== 'public') reply.header('cache-control', 'no-store')
  return reply.code(call.status ?? 200).send(result)
}

function refusalOfFile(error: unknown): Refusal {
  if (error instanceof FileRefused) return error.refusal
  throw error
}
