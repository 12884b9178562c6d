import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sendRefusal } from '../../platform/http/problems.ts'
import { webhooks } from '../../platform/metrics/metrics.ts'
import { mapProviderErrors, type ProviderEvent } from './card-provider/provider.ts'
import {
  type EventOutcome,
  isDisputeEvent,
  recordProviderEvent,
} from './card-provider/stored-provider-events.ts'
import { type PaymentDeps, selectRecordedIntents } from './recorded-intents.ts'
import { settle } from './settle.ts'

/** Types of events about payments and refunds, which can change an order. */
const RELEVANT_EVENTS = /^(payment_intent\.|charge\.refund|refund\.)/

/** Limit for bodies of webhooks. Stripe documents no limit; its events about payments and refunds are below 20 KiB. */
const WEBHOOK_LIMIT_BYTES = 256 * 1024

/**
 * Receives webhook events. Reads the payment or its disputes at the provider, and responds with 2xx only after success.
 */
export async function webhookRoute(
  app: FastifyInstance,
  deps: PaymentDeps & { reportMissedEvent(): void },
) {
  // Fastify does not call onResponse if the provider has disconnected.
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode >= 500) deps.reportMissedEvent()
  })
  // The signature covers the unparsed body.
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
      webhooks.inc({ outcome: 'signature_invalid' })
      return sendRefusal(reply, refuse('input_invalid', { detail: 'The signature is invalid.' }))
    }
    const receivedAt = new Date()
    const outcome = await processEvent(deps, event, request.log)
    webhooks.inc({ outcome: isRefusal(outcome) ? outcome.refused : outcome })
    await recordProviderEvent(deps.db, event, {
      outcome: isRefusal(outcome) ? null : outcome,
      receivedAt,
    })
    return isRefusal(outcome) ? sendRefusal(reply, outcome) : { received: true }
  })
}

async function processEvent(
  deps: PaymentDeps,
  { type, intentId }: ProviderEvent,
  log: FastifyBaseLogger,
): Promise<EventOutcome | Refusal> {
  if (intentId === undefined) return 'nothing'
  if (isDisputeEvent(type)) return mapProviderErrors(() => checkDisputes(deps, intentId, log))
  if (!RELEVANT_EVENTS.test(type)) return 'nothing'
  const settlement = await mapProviderErrors(() => settle(deps, intentId))
  if (type !== 'refund.failed' || settlement === 'foreign' || isRefusal(settlement))
    return settlement
  const recordedIntent = await selectRecordedIntents(deps.db)
    .where('id', '=', intentId)
    .executeTakeFirst()
  log.warn({ order: recordedIntent?.orderId, intent: intentId }, 'a refund failed')
  return 'refund_failed'
}

/**
 * Reads the payment's disputes at the provider, because events can arrive in any order. Staff respond to a dispute at the
 * provider, and the ledger does not change.
 */
async function checkDisputes(
  { db, cards }: PaymentDeps,
  intentId: string,
  log: FastifyBaseLogger,
): Promise<EventOutcome> {
  const recordedIntent = await selectRecordedIntents(db)
    .where('id', '=', intentId)
    .executeTakeFirst()
  if (!recordedIntent) return 'foreign'
  const isDisputed = await cards.isDisputed(intentId)
  const text = isDisputed ? 'a payment is disputed' : 'no dispute of a payment is open or lost'
  log.warn({ order: recordedIntent.orderId, intent: intentId }, text)
  return isDisputed ? 'disputed' : 'dispute_won'
}
