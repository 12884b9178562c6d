import { calls } from '@freehub/contract/calls'
import { isRefusal, refuse } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { createCallRegistrar, type Guards } from '../../platform/http/route.ts'
import { refuseOtherEmail } from '../identity/guards.ts'
import { findOpenIntent } from '../orders/find-open-intent.ts'
import { mapProviderErrors } from './card-provider/provider.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { readOrderPayments } from './read-order-payments.ts'
import type { PaymentDeps } from './recorded-intents.ts'
import { refundOrder } from './refund-order.ts'
import { repairOrder } from './repair-order.ts'
import { settle } from './settle.ts'

export async function paymentRoutes(app: FastifyInstance, deps: PaymentDeps & { guards: Guards }) {
  const register = createCallRegistrar(app, deps.guards)

  register(calls.createPaymentIntent, ({ body, principal }) =>
    mapProviderErrors(() => createPaymentIntent(deps, principal.id, body)),
  )

  register(calls.reportPayment, ({ params, body, principal }) => {
    const refusal = body.email === undefined ? undefined : refuseOtherEmail(principal, body.email)
    return refusal ?? mapProviderErrors(() => reportPayment(deps, principal.id, params.id))
  })

  register(calls.readOrderPayments, ({ params }) =>
    mapProviderErrors(() => readOrderPayments(deps, params.id)),
  )

  register(calls.repairOrder, ({ params, principal }) =>
    mapProviderErrors(() => repairOrder(deps, params.id, principal.id)),
  )

  register(calls.refundOrder, async ({ params, body, principal }) => {
    const refunded = await refundOrder(deps, params.id, principal.id, body?.reason)
    return isRefusal(refunded) ? refunded : { modifiedCount: refunded.refunded }
  })
}

/** Settles the order's open intent. `modifiedCount` is 1 if this call marked the order as paid. */
async function reportPayment(deps: PaymentDeps, customerId: string, orderId: string) {
  const order = await deps.db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('user_id', '=', customerId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (!order) return refuse('order_missing')
  const intentId = await findOpenIntent(deps.db, orderId)
  const isSettled = intentId && (await settle(deps, intentId)) === 'settled'
  return { modifiedCount: isSettled ? 1 : 0 }
}
