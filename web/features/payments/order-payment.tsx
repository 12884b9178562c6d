import type { Order } from '@freehub/contract/orders/orders'
import { useState } from 'react'
import { PageHead } from '../../ui/page/page-head.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentDone } from './payment-done.tsx'
import { PaymentForm } from './payment-form.tsx'
import { useRecordPayment } from './record-payment.ts'

/** The order summary, with the card form or the result of the payment. */
export function OrderPayment({ order }: { order: Order }) {
  const [transactionId, setTransactionId] = useState<string | null>(null)
  const record = useRecordPayment()

  function completePayment(transactionId: string) {
    setTransactionId(transactionId)
    record.mutate({ order, transactionId })
  }

  return (
    <>
      <PageHead title="Payment" />
      <div className="pay">
        <OrderSummary order={order} isPaid={order.paid || transactionId !== null} />
        <div className="frame frame-plain">
          <div role="status">
            {transactionId && (
              <PaymentDone
                title="The payment done successfully"
                transactionId={transactionId}
                isUnrecorded={!record.isPending && !order.paid}
              />
            )}
            {!transactionId && order.paid && (
              <PaymentDone
                title="This order is already paid."
                transactionId={order.transactionId}
              />
            )}
          </div>
          {!transactionId && !order.paid && <PaymentForm order={order} onPaid={completePayment} />}
        </div>
      </div>
    </>
  )
}
