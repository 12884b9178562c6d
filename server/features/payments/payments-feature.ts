import type { FastifyInstance } from 'fastify'
import type { Shop } from '../../platform/open-platform.ts'
import { measureProvider } from './card-provider/measure-provider.ts'
import { createStripeProvider } from './card-provider/stripe.ts'
import { closeIntent, closeIntentsOfBannedUsers } from './close-intent.ts'
import { createReconciler } from './reconcile.ts'
import { finishRefunds } from './refund-order.ts'
import { paymentRoutes } from './routes.ts'
import { webhookRoute } from './webhook.ts'

export function createPaymentsFeature(shop: Shop) {
  const deps = { ...shop, cards: measureProvider(createStripeProvider(shop.config)) }
  const { reconcile, reportMissedEvent, recheckPaymentsAfterMissedEvent } = createReconciler(deps)
  return {
    async routes(app: FastifyInstance) {
      await app.register(paymentRoutes, deps)
      await app.register(webhookRoute, { ...deps, reportMissedEvent })
    },
    closeIntent: (orderId: string) => closeIntent(deps, orderId),
    /** Runs in the background: a ban does not wait for the provider. */
    closeIntentsOfBannedUsers: () =>
      void closeIntentsOfBannedUsers(deps).catch((err) =>
        shop.log.warn({ err }, 'open payments of a banned user could not be closed'),
      ),
    jobs: { reconcile, finishRefunds: () => finishRefunds(deps) },
    everyProcessJobs: { recheckPaymentsAfterMissedEvent },
  }
}
