import { formatDollars } from '@freehub/contract/money'
import type { Order } from '@freehub/contract/orders/orders'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { isNotFound } from '../../api/call-error.ts'
import { paths } from '../../paths.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { ParentLink } from '../../ui/page/dashboard-head.tsx'
import { MessagePage } from '../../ui/page/message-page.tsx'
import { PageMetadata } from '../../ui/page/page-metadata.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import { useSession } from '../identity/session.ts'
import { orderHistoryQuery } from '../orders/list/orders-queries.ts'
import { formatStage } from '../orders/order/format-order.ts'
import { OrderSummary } from './order-summary.tsx'
import { PaymentForm } from './payment-form.tsx'
import { orderToPayQuery, useRecordPayment } from './payment-queries.ts'

export default function PaymentPage() {
  const { id = '' } = useParams()
  const session = useSession()
  const query = useQuery(orderToPayQuery(id))
  const { data: order, error } = query
  const email = session.status === 'signedIn' ? session.user.email : undefined

  if (isNotFound(error)) return <UnpayableOrder id={id} email={email} />
  if (error && !order) return <QueryError query={query} />
  if (!order || !email) return <LoadingScreen />
  // Admins can read orders of other users, but cannot pay them.
  if (order.email !== email) return <OrderNotFound />
  return <OrderPayment key={order._id} order={order} />
}

interface UnpayableOrderProps {
  id: string
  /** The email of the user. */
  email: string | undefined
}

/** Shows why a cancelled order has no payment, with a link to the order. */
function UnpayableOrder({ id, email }: UnpayableOrderProps) {
  const { data, isPending } = useQuery(orderHistoryQuery(id))
  if (isPending) return <LoadingScreen />
  if (!data || data.order.email !== email || data.order.stage === 'Pending')
    return <OrderNotFound />
  return (
    <PaymentMessage
      title={`Order ${data.order.orderNumber}`}
      text={formatStage(data.order)}
      link={{ to: paths.order(id), name: 'View Order' }}
    />
  )
}

const OrderNotFound = () => (
  <PaymentMessage
    title="Order Not Found"
    text="We can’t find this order."
    link={{ to: paths.myOrders, name: 'My Orders' }}
  />
)

function PaymentMessage(
  props: Pick<ComponentProps<typeof MessagePage>, 'title' | 'text' | 'link'>,
) {
  const page = useRef<HTMLDivElement>(null)

  // If the order was cancelled elsewhere, the card fields are removed, and with them the focus.
  useEffect(() => {
    if (document.activeElement === document.body) page.current?.focus()
  }, [])

  return (
    <div ref={page} tabIndex={-1} className="outline-none">
      <MessagePage {...props} inDashboard />
    </div>
  )
}

function OrderPayment({ order }: { order: Order }) {
  const [transactionId, setTransactionId] = useState<string | null>(null)
  const recordPayment = useRecordPayment()
  const doneStatus = useRef<HTMLDivElement>(null)

  const isPaid = order.paid || transactionId !== null
  const [wasPaid] = useState(order.paid)

  // After a payment, also in another tab, the card fields are removed, and with them the focus.
  useEffect(() => {
    if (isPaid && !wasPaid) doneStatus.current?.focus()
  }, [isPaid, wasPaid])

  function completePayment(transactionId: string) {
    setTransactionId(transactionId)
    recordPayment.mutate({ order, transactionId })
  }

  return (
    <>
      <PageMetadata title="Payment" />
      <ParentLink to={paths.myOrders}>My Orders</ParentLink>
      <div className="pay grid grid-cols-1 gap-8 min-[900px]:items-start min-[900px]:grid-cols-[calc(50%-3rem)_minmax(0,1fr)] min-[900px]:gap-10">
        <OrderSummary order={order} isPaid={isPaid} />
        <div className="frame frame-plain">
          <div role="status" ref={doneStatus} tabIndex={-1}>
            {transactionId && (
              <PaymentDone
                title="The payment done successfully"
                transactionId={transactionId}
                isUnrecorded={!recordPayment.isPending && !order.paid}
              />
            )}
            {!transactionId && order.paid && (
              <PaymentDone
                title="This order is already paid."
                transactionId={order.transactionId}
              />
            )}
          </div>
          {!isPaid && (
            <PaymentForm
              order={order}
              payLabel={`Pay ${formatDollars(order.totalPrice)}`}
              onPaid={completePayment}
            />
          )}
        </div>
      </div>
    </>
  )
}

interface PaymentDoneProps {
  title: string
  transactionId: string | null
  /** True if the server has not recorded the payment yet. The card provider's webhook will report it. */
  isUnrecorded?: boolean
}

function PaymentDone({ title, transactionId, isUnrecorded = false }: PaymentDoneProps) {
  return (
    <div className="pay-done grid justify-items-start gap-5">
      <h2 className="flex gap-3 m-0">
        <CheckIcon />
        {title}
      </h2>
      <p>
        <span className="cap block">Transaction ID</span>
        <span className="font-semibold tabular-nums wrap-anywhere">{transactionId}</span>
      </p>
      {isUnrecorded && (
        <p className="secondary">
          We received your payment. Your order will show Paid within a minute.
        </p>
      )}
      <Link className="btn btn-outline" to={paths.myOrders}>
        My Orders
      </Link>
    </div>
  )
}
