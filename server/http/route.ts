import type { Call } from '@freehub/contract/calls'
import { isRefusal, type Refusal, type RefusalCode, refusals } from '@freehub/contract/refusals'
import { problem } from '@freehub/contract/wire/problem'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify'
import type { z } from 'zod'
import { sendRefusal } from './problems.ts'

/** What a call's parameters, query and body are once they are checked. */
interface Checked<C extends Call> {
  params: Out<C['params']>
  query: Out<C['querystring']>
  body: Out<C['body']>
}
type Out<S> = S extends z.ZodType ? z.output<S> : undefined

type Answer<C extends Call> = z.output<C['answer']> | Refusal | string | Buffer

/** Of each kind of access, the hook that guards it. It answers before a body is looked at. */
export type Guards = Record<Exclude<Call['access'], 'public'>, onRequestAsyncHookHandler>

/**
 * Registers a call of the contract: guards, checks its input, calls `operation` and answers what
 * it returns, a refusal as a problem. Private answers are no-store.
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
  app.route({
    method: call.method,
    url: call.path,
    config: { contracted: true },
    schema: {
      tags: [call.about],
      summary: call.summary,
      security: call.access === 'public' ? [] : [{ [security[call.access]]: [] }],
      ...(call.params && { params: call.params }),
      ...(call.querystring && { querystring: call.querystring }),
      ...(call.body && { body: call.body }),
      response: { [call.status ?? 200]: call.answer, ...problems(call) },
    },
    onRequest: call.access === 'public' ? [] : [guards[call.access]],
    async handler(request, reply) {
      const { params, query, body } = request
      const result = await operation({ params, query, body } as Checked<C>, request, reply)
      if (reply.sent) return reply
      if (isRefusal(result)) return sendRefusal(reply, result)
      if (call.access !== 'public') reply.header('cache-control', 'no-store')
      return reply.code(call.status ?? 200).send(result)
    },
  })
}

const security = { user: 'token', admin: 'token', session: 'session' } as const

const ofAccess: Record<Call['access'], readonly RefusalCode[]> = {
  public: [],
  user: ['token_missing', 'token_invalid'],
  admin: ['token_missing', 'token_invalid', 'role_insufficient'],
  session: ['token_invalid'],
}

/** For the OpenAPI document: each status that a call refuses with, and the codes it means. */
function problems(call: Call) {
  const codes = [...call.refusals, ...ofAccess[call.access]]
  const byStatus = Map.groupBy(codes, (code) => refusals[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.map((code) => `\`${code}\`: ${refusals[code].title}`).join('\n\n'),
        content: { 'application/problem+json': { schema: problem } },
      },
    ]),
  )
}
