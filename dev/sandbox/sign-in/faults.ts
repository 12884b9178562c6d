import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectCrossOriginRequests } from '../loopback.ts'

/** A status, or `cut` to close the connection without a response. */
type Failure = null | 500 | 503 | 'cut'

/** Injected faults between a sign-in provider and the app's server. */
export type SignInFaults = {
  /** Delay of each response to the server, in milliseconds. */
  delayMs: number
  /** Failure of the token exchange. */
  failToken: Failure
  /** Failure of profile requests: Google's keys and userinfo, GitHub's user and emails. */
  failProfile: Failure
}

export function noSignInFaults(): SignInFaults {
  return { delayMs: 0, failToken: null, failProfile: null }
}

/** Registers the fault injection routes for tests. They are not part of the provider's protocol. */
export async function registerFaults(app: FastifyInstance, faults: SignInFaults) {
  app.addHook('onRequest', rejectCrossOriginRequests)

  app.get('/faults', () => faults)
  app.post('/faults', { schema: { body: faultsSchema } }, (request) =>
    Object.assign(faults, request.body),
  )
  app.delete('/faults', () => Object.assign(faults, noSignInFaults()))
}

const failure = { enum: [null, 500, 503, 'cut'] }
const faultsSchema = {
  type: 'object',
  properties: {
    delayMs: { type: 'integer', minimum: 0 },
    failToken: failure,
    failProfile: failure,
  },
  propertyNames: { enum: ['delayMs', 'failToken', 'failProfile'] },
}

/** Creates a hook that delays a response or makes it fail. */
export function injectFault(faults: SignInFaults, point: 'failToken' | 'failProfile') {
  return async (_request: FastifyRequest, reply: FastifyReply) => {
    if (faults.delayMs > 0) await wait(faults.delayMs)
    const failure = faults[point]
    if (failure === 'cut') {
      reply.hijack()
      reply.raw.destroy()
    } else if (failure) {
      return reply.code(failure).send({ message: 'Injected fault.' })
    }
  }
}
