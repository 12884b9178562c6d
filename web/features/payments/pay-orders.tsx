import { formatDollars, pluralize } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { preventBreaks } from '../../ui/no-break.tsx'
import type { UnpayableReason } from './card-form.tsx'
import { PaymentForm } from './payment-form.tsx'
import { useRecordPayment } from './payment-queries.ts'

interface PayOrdersProps {
  orders: Order[]
  onClose: () => void
}

/**
 * Pays orders one after another. The customer enters the card once, and presses Pay once, or again after an order is
 * left out.
 */
export default function PayOrders({ orders, onClose }: PayOrdersProps) {
  const [transactions, setTransactions] = useState<ReadonlyMap<string, string>>(new Map())
  const heading = useRef<HTMLHeadingElement>(null)
  const recordPayment = useRecordPayment()
  const id = useId()
  const [leftOut, setLeftOut] = useState<ReadonlyMap<string, string>>(new Map())
  const [notices, setNotices] = useState<string[]>([])
  const [paysAutomatically, setPaysAutomatically] = useState(false)
  const [isPaying, setPaying] = useState(false)
  // On a phone, many orders would hide the card fields.
  const [isListOpen] = useState(() => matchMedia('(min-width: 600px)').matches)
  const unpaidOrders = orders.filter(({ _id }) => !transactions.has(_id) && !leftOut.has(_id))
  const [current] = unpaidOrders
  const unpaidTotal = unpaidOrders.reduce((sum, { totalPrice }) => sum + totalPrice, 0)

  const isDone = !current

  // Focuses the heading at first, and after the last payment, when the pressed button disappears.
  useEffect(() => heading.current?.focus(), [isDone])

  function completePayment(order: Order, transactionId: string) {
    setPaysAutomatically(true)
    markPaid(order, transactionId)
    recordPayment.mutate({ order, transactionId })
  }

  const markPaid = ({ _id }: Order, transactionId: string) =>
    setTransactions((transactions) => new Map(transactions).set(_id, transactionId))

  /** Leaves out an order. The next order needs another press, because the card may have been refused. */
  function leaveOut({ _id }: Order, label: string) {
    setPaysAutomatically(false)
    setLeftOut((leftOut) => new Map(leftOut).set(_id, label))
  }

  const addNotice = (notice: string) => setNotices((notices) => [...notices, notice])

  function removeOrder(order: Order) {
    if (isPaying) return
    leaveOut(order, 'Stays unpaid')
    // The pressed button disappears.
    heading.current?.focus()
  }

  function skipUnpayable(order: Order, reason: UnpayableReason) {
    if (reason === 'paid') return markPaid(order, '')
    if (reason === 'processing') {
      leaveOut(order, 'Being processed')
      return addNotice(`The payment of order ${order.orderNumber} is being processed.`)
    }
    leaveOut(order, 'Cancelled')
    addNotice(`Order ${order.orderNumber} was cancelled. No payment is due.`)
  }

  return (
    <section className="frame frame-plain pay-orders" aria-labelledby={id}>
      <div>
        <div role="status">
          <h2 id={id} ref={heading} tabIndex={-1}>
            {current
              ? `Pay ${pluralize(unpaidOrders.length, 'order', 'orders')}`
              : transactions.size > 0
                ? 'The payment done successfully'
                : 'No orders left to pay'}
          </h2>
          {notices.map((notice) => (
            <p key={notice} className="mb-4 font-semibold">
              {notice}
            </p>
          ))}
        </div>
        {current && (
          <p className="secondary -mt-2 mb-4">
            Each order is charged separately. If the card is declined, earlier orders stay paid.
          </p>
        )}
        <details open={isListOpen}>
          <summary className="py-2.5">Orders</summary>
          <ol>
            {orders.map((order) => {
              const { _id, orderNumber, productName, totalPrice } = order
              return (
                <li
                  key={_id}
                  aria-current={order === current ? 'step' : undefined}
                  data-paying={(isPaying && order === current) || undefined}
                >
                  <b className="num">{orderNumber}</b>
                  <b className="num justify-self-end">
                    {leftOut.get(_id) ?? formatDollars(totalPrice)}
                  </b>
                  <span className="secondary">{preventBreaks(productName)}</span>
                  {unpaidOrders.length > 1 && unpaidOrders.includes(order) && (
                    <button
                      type="button"
                      className="self-start justify-self-end min-h-11 -my-2.25 text-blue-ink text-label underline underline-offset-4"
                      aria-label={`Remove: ${orderNumber}`}
                      aria-disabled={isPaying}
                      onClick={() => removeOrder(order)}
                    >
                      Remove
                    </button>
                  )}
                  {transactions.has(_id) && (
                    <span className="paid">
                      <CheckIcon />
                      Paid{' '}
                      <span className="transaction font-medium">
                        {transactions.get(_id) || order.transactionId}
                      </span>
                    </span>
                  )}
                </li>
              )
            })}
          </ol>
        </details>
        {current && (
          <p className="flex items-baseline justify-between pt-3 border-t-[1.5px] border-t-ink">
            Total <b className="num font-display text-[24px]/none">{formatDollars(unpaidTotal)}</b>
          </p>
        )}
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
            paysAutomatically={paysAutomatically}
            payLabel={`Pay ${formatDollars(unpaidTotal)}`}
            onPaid={(transactionId) => completePayment(current, transactionId)}
            onUnpayable={(reason) => skipUnpayable(current, reason)}
            onPayingChange={setPaying}
          />
          <div className="actions mt-4">
            <Button small onClick={onClose}>
              Close
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}
