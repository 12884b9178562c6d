import type { FastifyInstance } from 'fastify'
import { refuseForeignPages } from './loopback.ts'

export type MessageFaults = {
  /** Turns every message away for the time being. */
  refuse: boolean
  /** How long a message takes to be accepted, in milliseconds. */
  delayMs: number
}

/** What tests turn to make messages fail, and to begin with none. */
export async function registerControl(
  app: FastifyInstance,
  messages: { clear(): void },
  faults: MessageFaults,
) {
  app.addHook('onRequest', refuseForeignPages)

  app.get('/faults', () => faults)
  app.post('/faults', { schema: { body: faultsSchema } }, (request) =>
    Object.assign(faults, request.body),
  )
  app.delete('/faults', () => Object.assign(faults, { refuse: false, delayMs: 0 }))
  app.delete('/messages', (_request, reply) => {
    messages.clear()
    return reply.code(204).send()
  })
}

const faultsSchema = {
  type: 'object',
  properties: { refuse: { type: 'boolean' }, delayMs: { type: 'integer', minimum: 0 } },
}
