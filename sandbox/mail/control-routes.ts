import type { FastifyInstance } from 'fastify'
import { refuseForeignPages } from '../loopback.ts'
import type { Mailbox } from './mailbox.ts'
import type { MailFaults } from './smtp.ts'

/** What tests turn to make mail fail, and to begin with an empty inbox. */
export async function registerControl(app: FastifyInstance, mailbox: Mailbox, faults: MailFaults) {
  app.addHook('onRequest', refuseForeignPages)

  app.get('/faults', () => faults)
  app.post('/faults', { schema: { body: faultsSchema } }, (request) =>
    Object.assign(faults, request.body),
  )
  app.delete('/faults', () => Object.assign(faults, { refuse: false, delayMs: 0 }))
  app.delete('/messages', (_request, reply) => {
    mailbox.clear()
    return reply.code(204).send()
  })
}

const faultsSchema = {
  type: 'object',
  properties: { refuse: { type: 'boolean' }, delayMs: { type: 'integer', minimum: 0 } },
}
