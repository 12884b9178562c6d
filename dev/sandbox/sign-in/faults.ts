import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseForeignPages } from '../loopback.ts'

/** A status, or `cut` to break the connection without an answer. */
type Failure = null | 500 | 503 | 'cut'

/** What goes wrong on purpose between a sign-in provider and the app's server. */
export type SignInFaults = {
  /** How long each answer to the server takes, in milliseconds. */
  delayMs: number
  /** How an exchange of a code for tokens fails. */
  failToken: Failure
  /** How asking who somebody is fails: Google's keys and userinfo, GitHub's user and e-mails. */
  failProfile: Failure
}

export function noSignInFaults(): SignInFaults {
  return { delayMs: 0, failToken: null, failProfile: null }
}

/** What tests turn to make a provider fail. Not the provider's protocol. */
export async function registerFaults(app: FastifyInstance, faults: SignInFaults) {
  app.addHook('onRequest', refuseForeignPages)

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

/** Stands before an answer to the server, and lets it through late, or not at all. */
export function stumble(faults: SignInFaults, point: 'failToken' | 'failProfile') {
  return async (_request: FastifyRequest, reply: FastifyReply) => {
    if (faults.delayMs > 0) await wait(faults.delayMs)
    const failure = faults[point]
    if (failure === 'cut') {
      reply.hijack()
      reply.raw.destroy()
    } else if (failure) {
      return reply.code(failure).send({ message: 'Out of order, as the sandbox was told.' })
    }
  }
}
