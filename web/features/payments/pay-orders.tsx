import { formatDollars } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { useEffect, useId, useRef, useState } from 'react'
import { pluralize } from '../../api/format-count.ts'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { preventBreaks } from '../../ui/no-break.tsx'
import { PaymentForm } from './payment-form.tsx'
import { useRecordPayment } from './payment-queries.ts'

interface PayOrdersProps {
  orders: Order[]
  onClose: () => void
}

/** Pays orders one after another. The customer enters the card once, and presses Pay once. */
export default function PayOrders({ orders, onClose }: PayOrdersProps) {
  const [transactions, setTransactions] = useState<ReadonlyMap<string, string>>(new Map())
  const heading = useRef<HTMLHeadingElement>(null)
  const recordPayment = useRecordPayment()
  const id = useId()
  const [skippedIds, setSkippedIds] = useState<string[]>([])
  const [isContinued, setContinued] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const unpaidOrders = orders.filter(
    ({ _id }) => !transactions.has(_id) && !skippedIds.includes(_id),
  )
  const [current] = unpaidOrders
  const unpaidTotal = unpaidOrders.reduce((sum, { totalPrice }) => sum + totalPrice, 0)

  useEffect(() => heading.current?.focus(), [])

  function completePayment(order: Order, transactionId: string) {
    setContinued(true)
    setTransactions(new Map(transactions).set(order._id, transactionId))
    recordPayment.mutate({ order, transactionId })
  }

  /** The next order needs another press, because the card may have been refused. */
  function skip({ _id }: Order) {
    if (isPaying) return
    setContinued(false)
    setSkippedIds([...skippedIds, _id])
  }

  return (
    <section className="frame frame-plain pay-orders" aria-labelledby={id}>
      <div>
        <div role="status">
          <h2 id={id} ref={heading} tabIndex={-1}>
            {current
              ? `Pay ${pluralize(unpaidOrders.length, 'order', 'orders')}`
              : 'The payment done successfully'}
          </h2>
        </div>
        {current && <p className="second -mt-3 mb-4">Each order is charged separately.</p>}
        <ol>
          {orders.map((order) => (
            <li key={order._id} aria-current={order === current ? 'step' : undefined}>
              <span>
                <b className="num">{order.orderNumber}</b>
                <span className="second">{preventBreaks(order.productName)}</span>
                {skippedIds.includes(order._id) && <span className="second">Skipped</span>}
                {transactions.has(order._id) && (
                  <span className="paid">
                    <CheckIcon />
                    Paid{' '}
                    <span className="transaction font-medium">{transactions.get(order._id)}</span>
                  </span>
                )}
              </span>
              <b className="num">{formatDollars(order.totalPrice)}</b>
            </li>
          ))}
        </ol>
        {!current && (
          <Button small onClick={onClose}>
            Done
          </Button>
        )}
      </div>
      {current && (
        <div>
          <PaymentForm
            order={current}
            isContinued={isContinued}
            payLabel={`Pay ${formatDollars(unpaidTotal)}`}
            onPaid={(transactionId) => completePayment(current, transactionId)}
            onPayingChange={setPaying}
          />
          <div className="actions mt-4">
            {unpaidOrders.length > 1 && (
              <Button small aria-disabled={isPaying} onClick={() => skip(current)}>
                Skip {current.orderNumber}
              </Button>
            )}
            <Button small onClick={onClose}>
              Close
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}
