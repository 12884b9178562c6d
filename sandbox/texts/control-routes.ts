import type { FastifyInstance } from 'fastify'
import { refuseForeignPages } from '../loopback.ts'
import type { Messages } from '../messages.ts'
import type { Text } from './start-texts.ts'

export type TextFaults = {
  /** Turns every text away for the time being. */
  refuse: boolean
  /** How long a text takes to be accepted, in milliseconds. */
  delayMs: number
}

/** What tests turn to make texts fail, and to begin with none. */
export async function registerControl(
  app: FastifyInstance,
  texts: Messages<Text>,
  faults: TextFaults,
) {
  app.addHook('onRequest', refuseForeignPages)

  app.get('/faults', () => faults)
  app.post('/faults', { schema: { body: faultsSchema } }, (request) =>
    Object.assign(faults, request.body),
  )
  app.delete('/faults', () => Object.assign(faults, { refuse: false, delayMs: 0 }))
  app.delete('/messages', (_request, reply) => {
    texts.clear()
    return reply.code(204).send()
  })
}

const faultsSchema = {
  type: 'object',
  properties: { refuse: { type: 'boolean' }, delayMs: { type: 'integer', minimum: 0 } },
}
