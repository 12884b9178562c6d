import type { FastifyInstance } from 'fastify'
import { rejectCrossOriginRequests } from '../loopback.ts'
import { changeFaults, type Faults, noFaults } from './faults.ts'
import type { Change, Ledger } from './ledger.ts'
import { chargeCard } from './payments/charge-card.ts'
import type { Webhooks } from './webhooks.ts'

type Control = {
  ledger: Ledger
  faults: Faults
  webhooks: Webhooks
}

/**
 * Registers the control routes for tests: fault injection and inspection. They are not part of the
 * provider's protocol.
 */
export async function registerControl(app: FastifyInstance, control: Control) {
  const { ledger, faults, webhooks } = control
  app.addHook('onRequest', rejectCrossOriginRequests)

  app.get('/faults', () => faults)
  app.post('/faults', (request, reply) => {
    const problem = changeFaults(faults, (request.body ?? {}) as Record<string, unknown>)
    return problem ? reply.code(400).send({ error: { message: problem } }) : faults
  })
  app.delete('/faults', () => Object.assign(faults, noFaults()))

  app.get('/intents', () => [...ledger.intents.values()].reverse())
  app.get('/webhooks', () =>
    [...ledger.deliveries.values()]
      .reverse()
      .map((delivery) => ({ ...delivery, type: ledger.events.get(delivery.id)?.type })),
  )
  app.post('/webhooks/release', () => {
    faults.holdWebhooks = false
    webhooks.release()
    return { released: true }
  })
  app.post('/processing/release', () => {
    faults.holdProcessing = false
    const changes = finishProcessing(ledger)
    ledger.commit(changes)
    webhooks.schedule(changes)
    return { released: changes.filter(([table]) => table === 'intents').length }
  })
}

function finishProcessing(ledger: Ledger): Change[] {
  const cause = { requestId: null, idempotencyKey: null }
  return [...ledger.intents.values()]
    .filter((intent) => intent.status === 'processing')
    .flatMap((intent) => {
      const card = ledger.methods.get(String(intent.payment_method))
      return card ? chargeCard(intent, card, cause).changes : []
    })
}
