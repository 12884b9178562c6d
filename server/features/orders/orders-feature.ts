import type { FastifyInstance } from 'fastify'
import { connect, connectOptionsFrom } from '../../platform/database/connections/connect.ts'
import type { Shop } from '../../platform/open-platform.ts'
import { createTermsCache } from '../catalog/parts/part-terms.ts'
import type { Principal } from '../identity/guards.ts'
import { type CloseIntent, cancelOrder } from './cancel-order.ts'
import { createOrderBatches } from './place/order-batches.ts'
import { addMissingSearchTexts, createOrderOutbox } from './place/send-order-outbox.ts'
import { expireOrders, warnOfExpiry } from './reservations/expire-orders.ts'
import { orderRoutes } from './routes.ts'

export function createOrdersFeature(shop: Shop, closeIntent: CloseIntent) {
  const outbox = createOrderOutbox(shop)
  const batchConnection = connect(
    shop.config.databaseUrl,
    (error) => shop.log.warn({ err: error }, 'the connection for orders failed'),
    { ...connectOptionsFrom(shop.config), connections: 1 },
  )
  const placeSimpleOrder = createOrderBatches(batchConnection.db, shop.config)
  const deps = { ...shop, closeIntent, outbox, placeSimpleOrder, terms: createTermsCache() }
  const cancel = (id: string) => cancelOrder(deps, id, null)
  return {
    routes: (app: FastifyInstance) => orderRoutes(app, deps),
    cancelOrder: (id: string, by: Principal) => cancelOrder(deps, id, by),
    jobs: {
      expireOrders: () => expireOrders({ ...shop, cancel }),
      warnOfExpiry: () => warnOfExpiry(shop),
      sendOrderOutbox: outbox.sendAll,
      addMissingSearchTexts: () => addMissingSearchTexts(shop.db),
    },
    async close() {
      await outbox.close()
      await batchConnection.pool.end()
    },
  }
}
