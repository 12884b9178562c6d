import type { FastifyInstance } from 'fastify'
import { rejectCrossOriginRequests } from './loopback.ts'

export type MessageFaults = {
  /** Rejects all messages temporarily. */
  refuse: boolean
  /** Delay before a message is accepted, in milliseconds. */
  delayMs: number
}

/** Registers the control routes for tests: fault injection and deletion of messages. */
export async function registerControl(
  app: FastifyInstance,
  messages: { clear(): void },
  faults: MessageFaults,
) {
  app.addHook('onRequest', rejectCrossOriginRequests)

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
