import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { CheckIcon } from '../../ui/icons.tsx'

interface PaymentDoneProps {
  said: string
  transactionId: string | null
  /** The shop could not be told; it will hear of the payment from the card provider. */
  late?: boolean
}

export function PaymentDone({ said, transactionId, late = false }: PaymentDoneProps) {
  return (
    <div className="pay-done">
      <h2>
        <CheckIcon />
        {said}
      </h2>
      <p>
        <span className="cap">Transaction id</span>
        <span className="transaction-id">{transactionId}</span>
      </p>
      {late && (
        <p className="second">
          Your payment has arrived. The shop could not note it down just now; the order will show
          Paid within a minute.
        </p>
      )}
      <Link className="btn btn-outline" to={paths.myOrders}>
        Your orders
      </Link>
    </div>
  )
}
