import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { CheckIcon } from '../../ui/icons.tsx'

interface PaymentDoneProps {
  title: string
  transactionId: string | null
  /** The server has not recorded the payment yet. The card provider's webhook will report it. */
  isUnrecorded?: boolean
}

export function PaymentDone({ title, transactionId, isUnrecorded = false }: PaymentDoneProps) {
  return (
    <div className="pay-done">
      <h2>
        <CheckIcon />
        {title}
      </h2>
      <p>
        <span className="cap">Transaction ID</span>
        <span className="transaction-id">{transactionId}</span>
      </p>
      {isUnrecorded && (
        <p className="second">
          We received your payment. Your order will show Paid within a minute.
        </p>
      )}
      <Link className="btn btn-outline" to={paths.myOrders}>
        Your orders
      </Link>
    </div>
  )
}
