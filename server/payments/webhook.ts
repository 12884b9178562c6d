import { isRefusal, refuse } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { sendRefusal } from '../http/problems.ts'
import { orUnavailable } from './provider.ts'
import { type SettleDeps, settle } from './settle.ts'

/**
 * Hears the provider's events. Only a signed body counts, and only as a reason to look: what is
 * true is asked of the provider. Answers 2xx when it is done with, so that all else comes again.
 */
export async function webhookRoute(app: FastifyInstance, deps: SettleDeps) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/api/webhooks/stripe', { schema: { hide: true } }, async (request, reply) => {
    const signature = request.headers['stripe-signature']
    const event =
      typeof signature === 'string' && Buffer.isBuffer(request.body)
        ? deps.cards.readEvent(request.body, signature)
        : undefined
    if (!event) {
      return sendRefusal(
        reply,
        refuse('input_invalid', { detail: 'The signature is not the card provider’s.' }),
      )
    }
    if (event.intentId && event.type.startsWith('payment_intent.')) {
      const settled = await orUnavailable(() => settle(deps, event.intentId as string))
      if (isRefusal(settled)) return sendRefusal(reply, settled)
    }
    await deps.db
      .insertInto('provider_events')
      .values({ id: event.id, type: event.type, intent_id: event.intentId ?? null })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    return { received: true }
  })
}
