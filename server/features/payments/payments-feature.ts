import type { FastifyInstance } from 'fastify'
import type { Shop } from '../../platform/open-platform.ts'
import { measureProvider } from './card-provider/measure-provider.ts'
import { createStripeProvider } from './card-provider/stripe.ts'
import { closeIntent } from './close-intent.ts'
import { createReconciler } from './reconcile.ts'
import { finishRefunds } from './refund-order.ts'
import { paymentRoutes } from './routes.ts'
import { webhookRoute } from './webhook.ts'

export function createPaymentsFeature(shop: Shop) {
  const deps = { ...shop, cards: measureProvider(createStripeProvider(shop.config)) }
  const { reconcile, reportMissedEvent, makeIntentsDueAfterMissedEvent } = createReconciler(deps)
  return {
    async routes(app: FastifyInstance) {
      await app.register(paymentRoutes, deps)
      await app.register(webhookRoute, { ...deps, reportMissedEvent })
    },
    closeIntent: (orderId: string) => closeIntent(deps, orderId),
    jobs: { reconcile, finishRefunds: () => finishRefunds(deps) },
    everyProcessJobs: { makeIntentsDueAfterMissedEvent },
  }
}
