import type { Order } from '@freehub/contract/orders/orders'
import { useState } from 'react'
import { PageHead } from '../../ui/page/page-head.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentDone } from './payment-done.tsx'
import { PaymentForm } from './payment-form.tsx'
import { useRecordPayment } from './record-payment.ts'

/** What is to be paid, and the card form, or what came of it. */
export function OrderPayment({ order }: { order: Order }) {
  const [paidBy, setPaidBy] = useState<string | null>(null)
  const record = useRecordPayment()

  function paid(transactionId: string) {
    setPaidBy(transactionId)
    record.mutate({ order, transactionId })
  }

  return (
    <>
      <PageHead title="Payment" />
      <div className="pay">
        <OrderSummary order={order} paid={order.paid || paidBy !== null} />
        <div className="frame frame-plain">
          <div role="status">
            {paidBy && (
              <PaymentDone
                said="The payment done successfully"
                transactionId={paidBy}
                late={!record.isPending && !order.paid}
              />
            )}
            {!paidBy && order.paid && (
              <PaymentDone said="This order is paid already." transactionId={order.transactionId} />
            )}
          </div>
          {!paidBy && !order.paid && <PaymentForm order={order} onPaid={paid} />}
        </div>
      </div>
    </>
  )
}
