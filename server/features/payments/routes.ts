import { calls } from '@freehub/contract/calls'
import { isRefusal, type Refusal, refuse } from '@freehub/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { answer, type Guards } from '../../platform/http/route.ts'
import { askerOf, foreignEmailRefusal } from '../identity/guards.ts'
import { findOpenIntent } from '../orders/open-intent.ts'
import { createIntent } from './create-intent.ts'
import { readOrderPayments } from './order-payments.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { orUnavailable } from './provider/provider.ts'
import { refundOrder } from './refund-order.ts'
import { repairOrder } from './repair-order.ts'
import { settle } from './settle.ts'

/** The calls about payments. */
export async function paymentRoutes(app: FastifyInstance, deps: PaymentDeps & { guards: Guards }) {
  const { guards } = deps

  answer(app, guards, calls.createPaymentIntent, ({ body }, request) =>
    orUnavailable(() => createIntent(deps, askerOf(request).id, body)),
  )

  answer(app, guards, calls.reportPayment, ({ params, body }, request) => {
    const asker = askerOf(request)
    const foreign = body.email === undefined ? undefined : foreignEmailRefusal(asker, body.email)
    return foreign ?? orUnavailable(() => lookAtPayment(deps, asker.id, params.id))
  })

  answer(app, guards, calls.readOrderPayments, ({ params }) =>
    orUnavailable(() => readOrderPayments(deps, params.id)),
  )

  answer(app, guards, calls.repairOrder, ({ params }, request) =>
    orUnavailable(() => repairOrder(deps, params.id, askerOf(request).id)),
  )

  answer(app, guards, calls.refundOrder, async ({ params }, request) => {
    const refunded = await refundOrder(deps, params.id, askerOf(request).id)
    return isRefusal(refunded) ? refunded : { modifiedCount: refunded.refunded }
  })
}

/** Looks at the order's open intents. Answers 1 when one of them has just been settled. */
async function lookAtPayment(
  deps: PaymentDeps,
  customerId: string,
  orderId: string,
): Promise<{ modifiedCount: number } | Refusal> {
  const order = await deps.db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('user_id', '=', customerId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (!order) return refuse('order_missing')
  const open = await findOpenIntent(deps.db, orderId)
  const settled = open && (await settle(deps, open)) === 'settled'
  return { modifiedCount: settled ? 1 : 0 }
}
