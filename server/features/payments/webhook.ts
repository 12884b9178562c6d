import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Db } from '../../platform/database/connections/connect.ts'
import { sendRefusal } from '../../platform/http/problems.ts'
import { webhooks } from '../../platform/metrics/metrics.ts'
import { selectBookedIntents } from './booked-intents.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { orUnavailable, type ProviderEvent } from './provider/provider.ts'
import { type EventOutcome, keepProviderEvent } from './provider/provider-events.ts'
import { settle } from './settle.ts'

/** What can change what an order is: its payment, and the money going back. */
const WORTH_A_LOOK = /^(payment_intent\.|charge\.refund|refund\.)/

/** Stripe states no limit. Its events about payments and refunds are below 20 KiB. */
const WEBHOOK_LIMIT_BYTES = 256 * 1024

/** The customer's bank has taken the money back for the time being. */
const DISPUTED = 'charge.dispute.created'

/**
 * Hears the provider's events. Only a signed body counts, and only as a reason to look: what is
 * true is asked of the provider. Answers 2xx when it is done with, so that all else comes again; and
 * as that may be hours later, the reconciler is told that it has missed something.
 */
export async function webhookRoute(app: FastifyInstance, deps: PaymentDeps & { missed(): void }) {
  app.addHook('onResponse', async (_request, reply) => {
    if (reply.statusCode >= 500) deps.missed()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const options = { bodyLimit: WEBHOOK_LIMIT_BYTES, schema: { hide: true } }
  app.post('/api/webhooks/stripe', options, async (request, reply) => {
    const signature = request.headers['stripe-signature']
    const event =
      typeof signature === 'string' && Buffer.isBuffer(request.body)
        ? deps.cards.readEvent(request.body, signature)
        : undefined
    if (!event) {
      webhooks.inc({ outcome: 'signature_wrong' })
      return sendRefusal(
        reply,
        refuse('input_invalid', { detail: 'The signature is not the card provider’s.' }),
      )
    }
    const outcome = await hear(deps, event, request.log)
    webhooks.inc({ outcome: isRefusal(outcome) ? outcome.refused : outcome })
    await keepProviderEvent(deps.db, event, isRefusal(outcome) ? null : outcome)
    return isRefusal(outcome) ? sendRefusal(reply, outcome) : { received: true }
  })
}

async function hear(
  deps: PaymentDeps,
  { type, intentId }: ProviderEvent,
  log: FastifyBaseLogger,
): Promise<EventOutcome | Refusal> {
  if (intentId === undefined) return 'nothing'
  if (type === DISPUTED) return tellOfDispute(deps.db, intentId, log)
  if (!WORTH_A_LOOK.test(type)) return 'nothing'
  return orUnavailable(() => settle(deps, intentId))
}

/** It changes nothing in the books. People answer it, at the provider. */
async function tellOfDispute(
  db: Db,
  intentId: string,
  log: FastifyBaseLogger,
): Promise<'disputed' | 'foreign'> {
  const booked = await selectBookedIntents(db).where('id', '=', intentId).executeTakeFirst()
  if (!booked) return 'foreign'
  log.warn({ order: booked.orderId, intent: intentId }, 'a payment is disputed')
  return 'disputed'
}
